using Dapper;
using Dugout.Features.Shared;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>What other slices may ask of people: what everybody may know, and nothing else.</summary>
public sealed class AccountsFacts(Databases databases)
{
    /// <summary>SELECT of <c>id</c> and <c>nickname</c> of everybody, to be joined by id.</summary>
    public const string Everybody = "SELECT id, nickname FROM accounts";

    /// <summary>What people are called, by their ids; those that aren't there are left out. From the primary.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<IReadOnlyDictionary<long, string>> NicknamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation)
    {
        var found = await databases.AskPrimaryAsync(
            primary => primary.QueryAsync<(long Id, string Nickname)>(new($"{Everybody} WHERE id IN @ids", new { ids }, cancellationToken: cancellation)), cancellation);
        return found.ToDictionary(person => person.Id, person => person.Nickname);
    }
}
