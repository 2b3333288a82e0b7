using System.Collections;
using System.CommandLine;
using System.Globalization;

namespace Dugout.Infrastructure;

/// <summary>What the environment says of the settings: under our own names, and under those that Aspire has for connection strings.</summary>
internal static class EnvironmentSettings
{
    private const string Prefix = "DUGOUT__";

    /// <summary>Names of variables that say where servers are, without what parts their words.</summary>
    private static readonly string[] Addresses = ["CONNECTIONSTRINGSMYSQL", "CONNECTIONSTRINGSREDIS", "DUGOUTMYSQL", "DUGOUTMYSQLREPLICA", "DUGOUTREDIS"];

    /// <summary>The settings of the environment that the command line doesn't give, in the command line's own form.</summary>
    /// <exception cref="StartFailedException">A variable of ours names no setting.</exception>
    public static IEnumerable<string> OptionsOf(string[] args, IDictionary environment, RootCommand command)
    {
        foreach (DictionaryEntry variable in environment)
        {
            var name = (string)variable.Key;
            if (!name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase))
                continue;
            var option = command.Options.FirstOrDefault(option => Plain(option.Name) == Plain(name[Prefix.Length..]))
                ?? throw new StartFailedException($"{name}: there is no such setting.") { IsUsage = true };
            if (args.Any(arg => arg == option.Name || arg.StartsWith(option.Name + "=", StringComparison.Ordinal)))
                continue;
            yield return $"{option.Name}={variable.Value}";
        }
    }

    /// <summary>A connection string as Aspire is given it; null where there is none.</summary>
    public static string? ConnectionString(IDictionary environment, string name) =>
        environment[$"ConnectionStrings__{name}"] is string { Length: > 0 } value ? value : null;

    /// <summary>Those of replicas, in the order of their numbers.</summary>
    public static IEnumerable<string> ReplicasOf(IDictionary environment)
    {
        for (var n = 1; ConnectionString(environment, string.Create(CultureInfo.InvariantCulture, $"mysql-replica-{n}")) is { } replica; n++)
            yield return replica;
    }

    /// <summary>Takes the addresses of servers out of our environment, which whatever we start inherits: an administrator's password isn't for them.</summary>
    public static void ForgetAddresses()
    {
        foreach (var name in Environment.GetEnvironmentVariables().Keys.Cast<string>())
        {
            var plain = Plain(name);
            if (Addresses.Contains(plain) || plain.StartsWith("CONNECTIONSTRINGSMYSQLREPLICA", StringComparison.Ordinal))
                Environment.SetEnvironmentVariable(name, null);
        }
    }

    private static string Plain(string name) =>
        name.Replace("-", "", StringComparison.Ordinal).Replace("_", "", StringComparison.Ordinal).ToUpperInvariant();
}
