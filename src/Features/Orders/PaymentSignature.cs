using System.Buffers;
using System.Security.Cryptography;
using Microsoft.Extensions.Configuration;

namespace Dugout.Features.Orders;

/// <summary>
/// How we know that a callback is the partner's: an HMAC-SHA256 of its body (RFC 2104), as hexadecimal digits, under a key that only the two of us have. The key
/// lies beside the key ring (setting <c>Keys:Folder</c>), where the migrator makes it.
/// </summary>
public sealed class PaymentSignature
{
    /// <summary>The header that carries it.</summary>
    public const string Header = "X-Signature";

    /// <summary>The key's file: 32 bytes as hexadecimal digits.</summary>
    public const string KeyFile = "payments.key";

    private const int KeyBytes = 32;

    private readonly Lazy<byte[]> _key;

    /// <summary>Reads the key when it is first needed, and again the next time if it couldn't be read.</summary>
    public PaymentSignature(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        _key = new(() => Read(configuration["Keys:Folder"] ?? throw new InvalidOperationException("The setting Keys:Folder is missing.")), LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Whether a signature is the body's. It takes as long for a wrong one as for the right one.</summary>
    /// <exception cref="IOException">The key can't be read.</exception>
    /// <exception cref="InvalidOperationException">The key isn't one.</exception>
    public bool IsOf(ReadOnlySpan<byte> body, string? signature)
    {
        Span<byte> expected = stackalloc byte[HMACSHA256.HashSizeInBytes];
        Span<byte> told = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HMACSHA256.HashData(_key.Value, body, expected);
        return signature is { Length: 2 * HMACSHA256.HashSizeInBytes }
            && Convert.FromHexString(signature, told, out _, out _) == OperationStatus.Done
            && CryptographicOperations.FixedTimeEquals(expected, told);
    }

    /// <summary>The whole key: with an empty one, which HMAC takes as well, anybody could sign.</summary>
    private static byte[] Read(string folder) => Convert.FromHexString(File.ReadAllText(Path.Combine(folder, KeyFile)).Trim()) is { Length: KeyBytes } key
        ? key
        : throw new InvalidOperationException($"The file {KeyFile} in the folder of the keys doesn't hold {KeyBytes} bytes.");
}
