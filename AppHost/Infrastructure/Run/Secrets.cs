using System.Security.Cryptography;
using System.Text.Json;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>Database accounts. Each has only the privileges that its work needs.</summary>
public enum DatabaseAccount
{
    /// <summary>The services: read and write rows of the schema. A read-only replica rejects their writes.</summary>
    App,

    /// <summary>The migrator: everything within the schema, including tables.</summary>
    Migrator,

    /// <summary>Checks and health: read the schema and the replication status.</summary>
    Checks,

    /// <summary>The replicas: read the primary's binary log.</summary>
    Replication,

    /// <summary>The baseline of measurements: reads the schema, has a schema of its own.</summary>
    Bare,

    /// <summary>Commands given by hand: delays a replica, isolates a node of a cluster, changes settings. Reads nothing.</summary>
    Operator,
}

/// <summary>
/// The passwords of one run folder, generated at its first start and stored in <c>secrets.json</c>, readable only by the owner.
/// The servers receive them again at each start, so losing the file loses no data.
/// </summary>
internal sealed class Secrets
{
    /// <summary>Letters and digits only: the same text is valid in SQL, option files, connection strings and Redis' protocol.</summary>
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /// <summary>62^32 is about 190 bits.</summary>
    private const int Length = 32;

    private readonly Dictionary<string, string> _passwords;

    private Secrets(Dictionary<string, string> passwords) => _passwords = passwords;

    /// <summary>All passwords.</summary>
    public IEnumerable<string> All => _passwords.Values;

    /// <summary>Redis' password.</summary>
    public string Redis => _passwords["redis"];

    /// <summary>The password of a database account.</summary>
    public string this[DatabaseAccount account] => _passwords[NameOf(account)];

    /// <summary>Returns the account's name in the database.</summary>
    public static string NameOf(DatabaseAccount account) => account switch
    {
        DatabaseAccount.App => "app",
        DatabaseAccount.Migrator => "migrator",
        DatabaseAccount.Checks => "checks",
        DatabaseAccount.Replication => "replication",
        DatabaseAccount.Bare => "bare",
        DatabaseAccount.Operator => "operator",
        _ => throw new ArgumentOutOfRangeException(nameof(account), account, null),
    };

    /// <summary>Placeholders instead of passwords.</summary>
    /// <param name="placeholder">Returns the placeholder of an account's password, by the account's name.</param>
    public static Secrets Named(Func<string, string> placeholder) => new(Names.ToDictionary(name => name, placeholder));

    /// <summary>Reads the folder's passwords; generates missing ones.</summary>
    public static Secrets LoadOrMake(RunFolder folder)
    {
        var file = folder.In("secrets.json");
        var passwords = Load(file);
        var before = passwords.Count;
        foreach (var name in Names)
            passwords.TryAdd(name, RandomNumberGenerator.GetString(Alphabet, Length));
        if (passwords.Count != before)
            PrivateFile.Write(file, JsonSerializer.Serialize(passwords));
        return new(passwords);
    }

    private static IEnumerable<string> Names => Enum.GetValues<DatabaseAccount>().Select(NameOf).Append("redis");

    private static Dictionary<string, string> Load(string file)
    {
        try
        {
            return File.Exists(file) ? JsonSerializer.Deserialize<Dictionary<string, string>>(File.ReadAllText(file)) ?? [] : [];
        }
        catch (JsonException)
        {
            // Damaged by hand: new passwords work as well as the old ones.
            return [];
        }
    }
}

/// <summary>Files that only their owner can read, replaced atomically: a reader sees the old text or the new one.</summary>
internal static class PrivateFile
{
    /// <summary>Writes the file.</summary>
    public static void Write(string path, string text)
    {
        var temporary = path + ".new";
        File.Delete(temporary);
        using (var writer = new StreamWriter(temporary, OwnerOnly.File(new() { Mode = FileMode.CreateNew, Access = FileAccess.Write })))
        {
            writer.Write(text);
        }

        File.Move(temporary, path, overwrite: true);
    }
}
