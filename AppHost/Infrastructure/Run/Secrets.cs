using System.Security.Cryptography;
using System.Text.Json;

namespace Dugout.Infrastructure;

/// <summary>Who asks the database. Each account may do what its work needs and nothing else.</summary>
public enum DatabaseAccount
{
    /// <summary>The services: read and write rows of our schema. A replica, being read-only, refuses its writes.</summary>
    App,

    /// <summary>The migrator: everything within our schema, tables too.</summary>
    Migrator,

    /// <summary>Checks and health: read our schema, see how replication is doing.</summary>
    Checks,

    /// <summary>The replicas: read the primary's log.</summary>
    Replication,

    /// <summary>What the shop is measured beside: reads our schema, has a schema of its own.</summary>
    Bare,

    /// <summary>Commands given by hand: has a replica follow late. Reads nothing.</summary>
    Operator,
}

/// <summary>
/// The passwords of one run folder, made at its first start and kept in <c>secrets.json</c>, readable by the owner alone.
/// The servers are given them anew at each start, so losing the file loses no data.
/// </summary>
internal sealed class Secrets
{
    /// <summary>Letters and digits only: the same text is valid in SQL, option files, connection strings and Redis' protocol.</summary>
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /// <summary>62^32 is about 190 bits.</summary>
    private const int Length = 32;

    private readonly Dictionary<string, string> _passwords;

    private Secrets(Dictionary<string, string> passwords) => _passwords = passwords;

    /// <summary>Every password there is.</summary>
    public IEnumerable<string> All => _passwords.Values;

    /// <summary>Redis' password.</summary>
    public string Redis => _passwords["redis"];

    /// <summary>The password of a database account.</summary>
    public string this[DatabaseAccount account] => _passwords[NameOf(account)];

    /// <summary>The name the database knows an account by.</summary>
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

    /// <summary>No passwords but the names of the environment variables that hold them: <c>${DUGOUT_APP_PASSWORD}</c>.</summary>
    public static Secrets Named() => new(Names.ToDictionary(name => name, Publishing.Variables.PasswordOf));

    /// <summary>Reads the folder's passwords; makes those that aren't there yet.</summary>
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
            // Damaged by hand: new passwords work as well as the old ones did.
            return [];
        }
    }
}

/// <summary>Files that only their owner may read, replaced in one step: a reader sees the old text or the new one.</summary>
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
