using System.Security.Claims;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>Queries of accounts for other slices: existence and public data.</summary>
public sealed class AccountsQueries(Reads reads, RevokedSessions revoked, AccessTokens tokens)
{
    /// <summary>
    /// The nicknames of <c>@accounts</c>, as <see cref="Named"/>. A statement rather than a method, so that it can join a batch that reads the posts
    /// of those accounts, on any server.
    /// </summary>
    public const string Nicknames = "SELECT id, nickname FROM accounts WHERE id IN @accounts; ";

    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: the account <c>@accountId</c> itself, if its password was set before <c>@oldBefore</c>, UTC. Rehashing with
    /// more rounds does not change that date.
    /// </summary>
    public const string OldPassword =
        "SELECT id AS account_id, id AS thing, '' AS called FROM accounts WHERE id = @accountId AND COALESCE(password_set_at, created_at) < @oldBefore";

    /// <summary>The public data of an account. A type of the model, so that other slices may join it.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Nickname">Its nickname.</param>
    public sealed record Named(long Id, string Nickname);

    /// <summary>Whether an account with this id exists. Read from the primary.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<bool> ExistsAsync(long id, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(database => database.Set<Named>().AnyAsync(account => account.Id == id, CancellationToken.None), cancellation);

    /// <summary>The nicknames of the given accounts by id; unknown ids are omitted. Read from the primary.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyDictionary<long, string>> NicknamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) => await reads.QueryPrimaryAsync(
        database => database.Set<Named>().Where(account => ids.Contains(account.Id)).ToDictionaryAsync(account => account.Id, account => account.Nickname, CancellationToken.None),
        cancellation);

    /// <summary>An access token for requests of the shop to itself.</summary>
    internal string TokenOf(long account) => tokens.Issue(new() { Id = account, Email = "", Nickname = "", PasswordHash = "" }).Token;

    /// <summary>For a response that outlives the check of its token: whether the session of its user has been revoked since. Never for an anonymous user.</summary>
    public Func<bool> RevocationOf(ClaimsPrincipal user) => Session.Of(user) is { } session ? () => revoked.Has(session) : () => false;

    /// <summary>Ensures that <see cref="RevocationOf"/> knows recent revocations.</summary>
    /// <exception cref="MySqlException">The known ones are too old and the primary is unavailable.</exception>
    public ValueTask KnowRevocationsAsync(CancellationToken cancellation) => revoked.KnowAsync(cancellation);
}
