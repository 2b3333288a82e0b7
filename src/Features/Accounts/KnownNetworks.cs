using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>The networks from which accounts have signed in before: the wide limits of <see cref="SignInThrottle"/> don't apply there. Only a hash of the network is stored.</summary>
public sealed class KnownNetworks(Databases databases, Reads reads, TimeProvider clock)
{
    /// <summary>Bytes of an IPv6 address that identify its network; the owner of the network chooses the rest freely (RFC 4291).</summary>
    private const int NetworkBytes = 8;

    /// <summary>Digits of the hash that are stored.</summary>
    private const int Digits = 32;

    /// <summary>The network of a request: its IPv4 address, or the network part of its IPv6 address.</summary>
    public static string PlaceOf(IPAddress? address) => address switch
    {
        null => "",
        { IsIPv4MappedToIPv6: true } => address.MapToIPv4().ToString(),
        { AddressFamily: AddressFamily.InterNetworkV6 } => Convert.ToHexStringLower(address.GetAddressBytes().AsSpan(0, NetworkBytes)),
        _ => address.ToString(),
    };

    /// <summary>Whether the account has signed in from this network. The query also runs for account 0, which does not exist, so that response time reveals nothing.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<bool> KnowsAsync(long accountId, string place, CancellationToken cancellation)
    {
        var hashed = Hashed(accountId, place);
        return reads.QueryPrimaryAsync(
            database => database.Set<KnownNetworkRow>().AnyAsync(row => row.AccountId == accountId && row.Place == hashed, CancellationToken.None), cancellation);
    }

    /// <summary>Records today's sign-in of the account from this network.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task RememberAsync(long accountId, string place, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(
            "INSERT INTO known_networks (account_id, place, seen_on) VALUES (@accountId, @place, @today) ON DUPLICATE KEY UPDATE seen_on = @today",
            new { accountId, place = Hashed(accountId, place), today = clock.GetUtcNow().UtcDateTime.Date }, cancellationToken: cancellation));
    }

    /// <summary>Records the network after a committed write, ignoring failures: the response stays a success, and the network is unknown until the next sign-in.</summary>
    public async Task TryRememberAsync(long accountId, string place, CancellationToken cancellation)
    {
        try
        {
            await RememberAsync(accountId, place, cancellation);
        }
        catch (Exception error) when (error.IsOfTheDatabase())
        {
            // The next sign-in from this network records it.
        }
    }

    private static string Hashed(long accountId, string place) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{accountId}:{place}"))))[..Digits];
}
