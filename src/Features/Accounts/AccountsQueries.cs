using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>What other slices may ask of people: whether there is somebody, and what everybody may know of them.</summary>
public sealed class AccountsQueries(Databases databases)
{
    /// <summary>SELECT of <c>id</c> and <c>nickname</c> of everybody, to be joined by id.</summary>
    public const string Everybody = "SELECT id, nickname FROM accounts";

    /// <summary>
    /// The nicknames of <c>@accounts</c>, as <see cref="Named"/>. A statement rather than a question, so that it travels with the text that asks for
    /// what those accounts wrote, to whichever server is asked.
    /// </summary>
    public const string Nicknames = $"{Everybody} WHERE id IN @accounts; ";

    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: the account <c>@accountId</c> itself, if its password was set before <c>@oldBefore</c>, in UTC. A hash that was
    /// made anew for more rounds is of the same password.
    /// </summary>
    public const string OldPassword =
        "SELECT id AS account_id, id AS thing, '' AS called FROM accounts WHERE id = @accountId AND COALESCE(password_set_at, created_at) < @oldBefore";

    /// <summary>An account as others see it.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Nickname">What it is called.</param>
    public sealed record Named(long Id, string Nickname);

    /// <summary>Whether there is an account of this id. Read from the primary.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public Task<bool> ExistsAsync(long id, CancellationToken cancellation) => databases.QueryPrimaryAsync(
        primary => primary.ExecuteScalarAsync<bool>(new("SELECT COUNT(*) FROM accounts WHERE id = @id", new { id }, cancellationToken: cancellation)), cancellation);

    /// <summary>What people are called, by their ids; those that aren't there are left out. From the primary.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<IReadOnlyDictionary<long, string>> NicknamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Named>(new(Nicknames, new { accounts = ids }, cancellationToken: cancellation)), cancellation);
        return found.ToDictionary(account => account.Id, account => account.Nickname);
    }
}
