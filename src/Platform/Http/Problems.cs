namespace Dugout.Platform.Http;

/// <summary>The errors that every slice may answer, by their stable codes. Errors of a slice are in its <c>…Problems.cs</c>. An error is a response, not a fault: nothing was changed.</summary>
public static class Problems
{
    /// <summary>The request is not well formed; member <c>errors</c> says which field and why.</summary>
    public static readonly Problem Invalid = new(400, "invalid", "The request is not valid.");

    /// <summary>A write that costs something needs the header <c>Idempotency-Key</c>.</summary>
    public static readonly Problem IdempotencyKeyMissing =
        new(400, "idempotency-key-missing", "Send an Idempotency-Key of 1 to 64 visible ASCII characters.");

    /// <summary>No access token, or one that is not or no longer valid.</summary>
    public static readonly Problem NotSignedIn = new(401, "not-signed-in", "Sign in first.");

    /// <summary>Signed in, but not for this.</summary>
    public static readonly Problem NotAllowed = new(403, "not-allowed", "This account may not do that.");

    /// <summary>No such address.</summary>
    public static readonly Problem NoSuchPage = new(404, "no-such-page", "There is nothing at this address.");

    /// <summary>The address is right, the method is not.</summary>
    public static readonly Problem MethodNotAllowed = new(405, "method-not-allowed", "This address doesn't take this method.");

    /// <summary>What was to be cancelled has been cancelled before.</summary>
    public static readonly Problem AlreadyCancelled = new(409, "already-cancelled", "This has been cancelled already.");

    /// <summary>The body is longer than this API takes.</summary>
    public static readonly Problem TooLarge = new(413, "too-large", "The request is too large.");

    /// <summary>Bodies are JSON.</summary>
    public static readonly Problem UnsupportedMediaType = new(415, "unsupported-media-type", "This address doesn't take a body of this type. Mostly it is application/json.");

    /// <summary>The idempotency key was used before, for something else.</summary>
    public static readonly Problem IdempotencyKeyReused =
        new(422, "idempotency-key-reused", "This Idempotency-Key was used for another request.");

    /// <summary>Something we need is away or overloaded; trying again shortly is safe.</summary>
    public static readonly Problem Busy = new(503, "busy", "The shop is busy. Try again shortly.", RetryAfter: 1);

    /// <summary>A fault of ours. The log knows more under the trace id; the answer doesn't.</summary>
    public static readonly Problem Fault = new(500, "fault", "Something went wrong on our side.");
}
