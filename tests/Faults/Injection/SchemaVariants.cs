using Dapper;
using MySqlConnector;

namespace Dugout.Faults.Injection;

/// <summary>
/// Changes to the schema that take a rule away. They are applied when the migrator has made the tables and ends, in its process and by its
/// account, so whatever starts after it meets them: a test's shop, or one arm of an experiment.
/// </summary>
internal static class SchemaVariants
{
    /// <summary>The SQL, by the name of its fault.</summary>
    public static readonly IReadOnlyDictionary<string, string> All = new Dictionary<string, string>
    {
        ["claim-key-dropped"] = "ALTER TABLE seat_claims DROP PRIMARY KEY, ADD INDEX by_seat (game_id, grade_id, number)",
        // As unique as before, and of no use to a query for the seats of one game.
        ["claims-by-number"] = "ALTER TABLE seat_claims DROP PRIMARY KEY, ADD PRIMARY KEY (number, grade_id, game_id)",
        // Of the same name, since statements force it, and of no use to any order by time.
        ["feed-index-dropped"] = "ALTER TABLE posts DROP INDEX newest, ADD INDEX newest (edited_at)",
        ["limit-without-lock"] = "ALTER TABLE seat_allowances DROP CONSTRAINT no_more_seats_than_allowed",
        ["ticket-for-each-device"] = "ALTER TABLE waiting_tickets DROP PRIMARY KEY, ADD INDEX by_account (game_id, account_id)",
    };

    /// <summary>Applies those that are switched on. One that can't be applied breaks the start.</summary>
    public static void Apply()
    {
        foreach (var (name, sql) in All.Where(variant => ActiveFaults.Include(variant.Key)))
        {
            try
            {
                using var connection = new MySqlConnection(Environment.GetEnvironmentVariable("ConnectionStrings__Primary"));
                connection.Open();
                connection.Execute(sql);
                Console.WriteLine($"Schema variant {name} is applied.");
            }
            catch (MySqlException error)
            {
                Environment.FailFast($"Schema variant {name} could not be applied: {error.Message}");
            }
        }
    }
}
