using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>From where accounts have signed in before: see <see cref="SignInThrottle"/>, whose wide limits don't hold there. Only a hash of it is kept.</summary>
public sealed class KnownNetworks(Databases databases, TimeProvider clock)
{
    /// <summary>Bytes of an IPv6 address that say whose it is; the rest anybody makes up who has it (RFC 4291).</summary>
    private const int NetworkBytes = 8;

    /// <summary>Digits of a hash that are kept.</summary>
    private const int Digits = 32;

    /// <summary>The place a request comes from: its address, of IPv6 the network.</summary>
    public static string PlaceOf(IPAddress? address) => address switch
    {
        null => "",
        { IsIPv4MappedToIPv6: true } => address.MapToIPv4().ToString(),
        { AddressFamily: AddressFamily.InterNetworkV6 } => Convert.ToHexStringLower(address.GetAddressBytes().AsSpan(0, NetworkBytes)),
        _ => address.ToString(),
    };

    /// <summary>Whether the account has signed in from there. For account 0, which there isn't, it is asked as well, so that time tells nothing.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<bool> KnowsAsync(long accountId, string place, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.ExecuteScalarAsync<long?>(new(
            "SELECT account_id FROM familiar_places WHERE account_id = @accountId AND place = @place",
            new { accountId, place = Hashed(accountId, place) }, cancellationToken: cancellation)) is not null;
    }

    /// <summary>Remembers that it has, today.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task RememberAsync(long accountId, string place, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(
            "INSERT INTO familiar_places (account_id, place, seen_on) VALUES (@accountId, @place, @today) ON DUPLICATE KEY UPDATE seen_on = @today",
            new { accountId, place = Hashed(accountId, place), today = clock.GetUtcNow().UtcDateTime.Date }, cancellationToken: cancellation));
    }

    /// <summary>The same after something was written that stands: whoever did it isn't told that this couldn't be, and is a stranger there until they sign in.</summary>
    public async Task TryRememberAsync(long accountId, string place, CancellationToken cancellation)
    {
        try
        {
            await RememberAsync(accountId, place, cancellation);
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            // The next sign-in from there remembers it.
        }
    }

    private static string Hashed(long accountId, string place) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{accountId}:{place}"))))[..Digits];
}
