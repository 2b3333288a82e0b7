using System.Collections;
using System.CommandLine;
using System.Globalization;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>Settings from environment variables: under Dugout's own names, and under Aspire's names for connection strings.</summary>
internal static class EnvironmentSettings
{
    private const string Prefix = "DUGOUT__";

    /// <summary>Names of variables with server addresses, without separators between words.</summary>
    private static readonly string[] Addresses = ["CONNECTIONSTRINGSMYSQL", "CONNECTIONSTRINGSREDIS", "CONNECTIONSTRINGSREDISCACHE", "DUGOUTMYSQL", "DUGOUTMYSQLREPLICA", "DUGOUTREDIS", "DUGOUTREDISCACHE"];

    /// <summary>Returns the settings of the environment that the command line lacks, in the command line's format.</summary>
    /// <exception cref="StartFailedException">A variable with Dugout's prefix names no setting.</exception>
    public static IEnumerable<string> OptionsOf(string[] args, IDictionary environment, RootCommand command)
    {
        foreach (DictionaryEntry variable in environment)
        {
            var name = (string)variable.Key;
            if (!name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase))
                continue;
            var option = command.Options.FirstOrDefault(option => Plain(option.Name) == Plain(name[Prefix.Length..]))
                ?? throw new StartFailedException($"{name} is not a setting.") { IsUsage = true };
            if (args.Any(arg => arg == option.Name || arg.StartsWith(option.Name + "=", StringComparison.Ordinal)))
                continue;
            yield return $"{option.Name}={variable.Value}";
        }
    }

    /// <summary>Returns a connection string in Aspire's variable; null where there is none.</summary>
    public static string? ConnectionString(IDictionary environment, string name) =>
        environment[$"ConnectionStrings__{name}"] is string { Length: > 0 } value ? value : null;

    /// <summary>Returns the connection strings of replicas, in the order of their numbers.</summary>
    public static IEnumerable<string> ReplicasOf(IDictionary environment)
    {
        for (var n = 1; ConnectionString(environment, string.Create(CultureInfo.InvariantCulture, $"mysql-replica-{n}")) is { } replica; n++)
            yield return replica;
    }

    /// <summary>Removes server addresses from this process' environment, which every started program inherits: none of them may see an administrator's password.</summary>
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
