namespace Dugout.Features.Feed;

/// <summary>
/// A picture store on another network. It knows pictures only by their ids. Never called while a transaction is open or a
/// connection is leased.
/// </summary>
public interface IPictureStore
{
    /// <summary>Stores or replaces a picture.</summary>
    /// <exception cref="PictureStoreUnavailableException">No response, or an error response. Whether the picture is stored is unknown.</exception>
    Task PutAsync(long pictureId, string kind, ReadOnlyMemory<byte> bytes, CancellationToken cancellation);

    /// <summary>The bytes of a picture; null if there is none.</summary>
    /// <exception cref="PictureStoreUnavailableException">No usable response.</exception>
    Task<byte[]?> FindAsync(long pictureId, CancellationToken cancellation);

    /// <summary>Deletes a picture if it exists.</summary>
    /// <exception cref="PictureStoreUnavailableException">No response, or an error response. Whether the picture is deleted is unknown.</exception>
    Task DeleteAsync(long pictureId, CancellationToken cancellation);
}

/// <summary>The picture store did not respond, or returned an error.</summary>
public sealed class PictureStoreUnavailableException(string call, Exception reason) : Exception($"The call '{call}' to the picture store failed: {reason?.Message}", reason);
