namespace Dugout.Features.Notices;

/// <summary>Who shows messages on devices: in another house, behind the network. Never called while a transaction is open or a connection is lent.</summary>
public interface IPush
{
    /// <summary>Has a message shown. Handed over twice under one key, it is shown once.</summary>
    /// <exception cref="PushUnavailableException">No answer, or a refusal. Whether it is shown is open.</exception>
    Task SendAsync(PushMessage message, CancellationToken cancellation);
}

/// <summary>A message for a device.</summary>
/// <param name="Key">By what the partner knows it when it comes again.</param>
/// <param name="DeviceToken">The device.</param>
/// <param name="Title">Its first line.</param>
/// <param name="Text">Its text.</param>
public sealed record PushMessage(string Key, string DeviceToken, string Title, string Text);

/// <summary>The push partner did not answer, or not as it should.</summary>
public sealed class PushUnavailableException(Exception reason) : Exception($"The push partner did not do what it was asked: {reason?.Message}", reason);
