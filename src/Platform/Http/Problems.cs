namespace Dugout.Platform.Http;

/// <summary>Errors that every slice may return, by their stable codes. Errors of a slice are in its <c>…Problems.cs</c>. An error is a response, not a fault: nothing was changed.</summary>
public static class Problems
{
    /// <summary>The request is not well formed; member <c>errors</c> names the field and the reason.</summary>
    public static readonly Problem Invalid = new(400, "invalid", "The request is not valid.");

    /// <summary>The request requires the header <c>Idempotency-Key</c>, because repeating the write would have a cost.</summary>
    public static readonly Problem IdempotencyKeyMissing =
        new(400, "idempotency-key-missing", "Send the header Idempotency-Key with 1 to 64 visible ASCII characters.");

    /// <summary>The access token is missing, invalid or expired.</summary>
    public static readonly Problem NotSignedIn = new(401, "not-signed-in", "The access token is missing, invalid or expired; sign in.");

    /// <summary>The account is signed in but lacks the permission.</summary>
    public static readonly Problem NotAllowed = new(403, "not-allowed", "This account is not allowed to do this.");

    /// <summary>A browser sent the request for a page of another site.</summary>
    public static readonly Problem CrossSite = new(403, NotAllowed.Code, "Pages of other sites are not allowed to use this address.");

    /// <summary>There is no route at the address.</summary>
    public static readonly Problem NoSuchPage = new(404, "no-such-page", "There is no resource at this address.");

    /// <summary>The address exists but does not support the method.</summary>
    public static readonly Problem MethodNotAllowed = new(405, "method-not-allowed", "This address does not support this method.");

    /// <summary>The object has already been cancelled.</summary>
    public static readonly Problem AlreadyCancelled = new(409, "already-cancelled", "This has already been cancelled.");

    /// <summary>The body exceeds the maximum size.</summary>
    public static readonly Problem TooLarge = new(413, "too-large", "The request body is too large.");

    /// <summary>The body's media type is not supported; most routes take JSON.</summary>
    public static readonly Problem UnsupportedMediaType = new(415, "unsupported-media-type", "This address does not support the media type of the body; most addresses require application/json.");

    /// <summary>The idempotency key was used before, for a different request.</summary>
    public static readonly Problem IdempotencyKeyReused =
        new(422, "idempotency-key-reused", "This Idempotency-Key was used for a different request; send a new one.");

    /// <summary>A dependency is unavailable or overloaded; a retry after a short pause is safe.</summary>
    public static readonly Problem Busy = new(503, "busy", "The shop is busy. Try again shortly.", RetryAfter: 1);

    /// <summary>A fault of the server. The log has details under the trace id; the response has none.</summary>
    public static readonly Problem Fault = new(500, "fault", "The server could not complete the request; quote the traceId when you report this.");
}
