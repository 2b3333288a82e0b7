namespace Dugout.Features.Feed.Pictures;

/// <summary>
/// Where pictures' bytes lie: in another house, behind the network. It knows them by our ids and nothing else. Never called while a transaction is open or a
/// connection is lent.
/// </summary>
public interface IPictureStore
{
    /// <summary>Puts a picture there, or puts it there again.</summary>
    /// <exception cref="PictureStoreUnavailableException">No answer, or a refusal. Whether the picture is there, or will be, is open.</exception>
    Task PutAsync(long pictureId, string kind, ReadOnlyMemory<byte> bytes, CancellationToken cancellation);

    /// <summary>The bytes of a picture; null where there is none.</summary>
    /// <exception cref="PictureStoreUnavailableException">No usable response.</exception>
    Task<byte[]?> FindAsync(long pictureId, CancellationToken cancellation);

    /// <summary>Takes a picture away, if it is there.</summary>
    /// <exception cref="PictureStoreUnavailableException">No answer, or a refusal. Whether the picture is gone is open.</exception>
    Task DeleteAsync(long pictureId, CancellationToken cancellation);
}

/// <summary>The picture store did not answer, or not as it should.</summary>
public sealed class PictureStoreUnavailableException(string call, Exception reason) : Exception($"The picture store did not answer '{call}': {reason?.Message}", reason);
