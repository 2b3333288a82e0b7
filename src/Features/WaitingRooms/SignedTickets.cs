using System.Buffers.Binary;
using System.Buffers.Text;
using System.Security.Cryptography;
using Microsoft.AspNetCore.DataProtection;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Tickets and passes as clients hold them: signed and encrypted by the keys that all replicas share, like access tokens. A pass is bound to its account and game, and useless without a
/// session of that account: a ban or a sign-out takes effect at once.
/// </summary>
internal sealed class SignedTickets(IDataProtectionProvider protection)
{
    /// <summary>Maximum length of a ticket or pass, in characters.</summary>
    public const int Longest = 512;

    private readonly IDataProtector _tickets = protection.CreateProtector("Dugout.WaitingRooms.Ticket");
    private readonly IDataProtector _passes = protection.CreateProtector("Dugout.WaitingRooms.Pass");

    /// <summary>A place in a game's waiting room, as the account's ticket states it.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="AccountId">The account.</param>
    /// <param name="Place">Its place by arrival, from 0.</param>
    /// <param name="ReturnNumber">The number near the front for a fan who missed the first; null for none.</param>
    public sealed record Ticket(long GameId, long AccountId, int Place, int? ReturnNumber);

    public string Sign(Ticket ticket) => Sign(_tickets, ticket.GameId, ticket.AccountId, ticket.Place, ticket.ReturnNumber ?? -1);

    /// <summary>The ticket; null if it was not signed here.</summary>
    public Ticket? Read(string text) => Read(_tickets, text) is { } read ? new(read.GameId, read.AccountId, (int)read.First, read.Second < 0 ? null : (int)read.Second) : null;

    public string SignPass(long gameId, long accountId, DateTime until) => Sign(_passes, gameId, accountId, until.Ticks, 0);

    /// <summary>Whether a text is a pass of the account for the game that is valid at a time.</summary>
    public bool IsPass(string text, long gameId, long accountId, DateTime now) =>
        Read(_passes, text) is { } pass && pass.GameId == gameId && pass.AccountId == accountId && now.Ticks < pass.First;

    private static string Sign(IDataProtector protector, params ReadOnlySpan<long> numbers)
    {
        var bytes = new byte[numbers.Length * sizeof(long)];
        for (var at = 0; at < numbers.Length; at++)
            BinaryPrimitives.WriteInt64BigEndian(bytes.AsSpan(at * sizeof(long)), numbers[at]);
        return Base64Url.EncodeToString(protector.Protect(bytes));
    }

    private static (long GameId, long AccountId, long First, long Second)? Read(IDataProtector protector, string text)
    {
        if (text.Length > Longest || !Base64Url.IsValid(text))
            return null;
        try
        {
            var bytes = protector.Unprotect(Base64Url.DecodeFromChars(text));
            return (Number(bytes, 0), Number(bytes, 1), Number(bytes, 2), Number(bytes, 3));
        }
        catch (CryptographicException)
        {
            return null;
        }
    }

    private static long Number(byte[] bytes, int at) => BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(at * sizeof(long)));
}
