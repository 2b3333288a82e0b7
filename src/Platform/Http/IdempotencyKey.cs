namespace Dugout.Platform.Http;

/// <summary>The key with which a client may repeat a request safely.</summary>
public static class IdempotencyKey
{
    /// <summary>The request header that carries the key.</summary>
    public const string Header = "Idempotency-Key";

    /// <summary>Maximum length of a key in characters.</summary>
    public const int MaxLength = 64;

    /// <summary>Whether a client's key is 1 to 64 visible ASCII characters.</summary>
    public static bool IsKey(string? key) =>
        key is { Length: > 0 and <= MaxLength } && key.All(character => character is > ' ' and <= '~');
}
