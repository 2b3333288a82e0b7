namespace Dugout.Features.Notices;

/// <summary>
/// A push partner on another network that shows messages on devices. Never called while a transaction is open or a connection is leased.
/// </summary>
public interface IPush
{
    /// <summary>Sends a message. A message sent twice under one key is shown once.</summary>
    /// <exception cref="PushUnavailableException">No response, or an error response. Whether the message is shown is unknown.</exception>
    Task SendAsync(PushMessage message, CancellationToken cancellation);
}

/// <summary>A message for a device.</summary>
/// <param name="Key">The partner's deduplication key.</param>
/// <param name="DeviceToken">The push token of the device.</param>
/// <param name="Title">Its title.</param>
/// <param name="Text">Its text.</param>
public sealed record PushMessage(string Key, string DeviceToken, string Title, string Text);

/// <summary>The push partner did not respond, or returned an error.</summary>
public sealed class PushUnavailableException(Exception reason) : Exception($"The push partner did not accept a message: {reason?.Message}", reason);
