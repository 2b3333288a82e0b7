namespace Dugout.Features.Notices;

/// <summary>How what a sign-in tells is pushed.</summary>
public enum NoticeDelivery
{
    /// <summary>A message with the notice, which a worker tells the push partner: nothing is lost, and no request waits.</summary>
    Outbox,

    /// <summary>Within the request, which waits for the partner.</summary>
    Inline,

    /// <summary>By a pool in the process, see <see cref="PushPool"/>: requests wait when it is full, and it is lost with the process.</summary>
    Pool,
}

/// <summary>What a sign-in does for the push partner, see <see cref="PushTokens"/>.</summary>
public enum PushTokenWay
{
    /// <summary>Nothing: the device brings its own token, which is stored.</summary>
    FromDevice,

    /// <summary>Has an access token, which is kept until it runs out.</summary>
    Cached,

    /// <summary>Reads the credentials' file, and has such a token.</summary>
    FileRead,

    /// <summary>Reads the file, and exchanges it for a token of its own.</summary>
    FileAndExchange,
}
