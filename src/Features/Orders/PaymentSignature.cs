using System.Buffers;
using System.Security.Cryptography;
using Microsoft.Extensions.Configuration;

namespace Dugout.Features.Orders;

/// <summary>
/// Authenticates the partner's callbacks: an HMAC-SHA256 of the body (RFC 2104) in hexadecimal, with a key shared with the
/// partner. The key is stored beside the key ring (setting <c>Keys:Folder</c>), where the migrator creates it.
/// </summary>
public sealed class PaymentSignature
{
    /// <summary>The header with the signature.</summary>
    public const string Header = "X-Signature";

    /// <summary>The file of the key: 32 bytes in hexadecimal.</summary>
    public const string KeyFile = "payments.key";

    private const int KeyBytes = 32;

    private readonly Lazy<byte[]> _key;

    /// <summary>Reads the key on first use, and again after a failed read.</summary>
    public PaymentSignature(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        _key = new(() => Read(configuration["Keys:Folder"] ?? throw new InvalidOperationException("The setting Keys:Folder is missing.")), LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Whether a signature matches the body, compared in constant time.</summary>
    /// <exception cref="IOException">The key can't be read.</exception>
    /// <exception cref="InvalidOperationException">The key is invalid.</exception>
    public bool IsOf(ReadOnlySpan<byte> body, string? signature)
    {
        Span<byte> expected = stackalloc byte[HMACSHA256.HashSizeInBytes];
        Span<byte> given = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HMACSHA256.HashData(_key.Value, body, expected);
        return signature is { Length: 2 * HMACSHA256.HashSizeInBytes }
            && Convert.FromHexString(signature, given, out _, out _) == OperationStatus.Done
            && CryptographicOperations.FixedTimeEquals(expected, given);
    }

    /// <summary>Requires the full length: HMAC accepts an empty key, with which any client could sign.</summary>
    private static byte[] Read(string folder) => Convert.FromHexString(File.ReadAllText(Path.Combine(folder, KeyFile)).Trim()) is { Length: KeyBytes } key
        ? key
        : throw new InvalidOperationException($"The file {KeyFile} in the folder of the setting Keys:Folder must contain {KeyBytes} bytes in hexadecimal.");
}
