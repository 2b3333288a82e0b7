using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Servers;

/// <summary>A server program whose version has been read.</summary>
/// <param name="Name">The product name: <c>MariaDB</c>, <c>MySQL</c>, <c>Redis</c>.</param>
/// <param name="Version">The version it reported.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">Required environment variables, such as the library path; empty for an installed program.</param>
public record ServerProgram(string Name, Version Version, string Path, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>Environment of a program that needs no additional variables.</summary>
    internal static readonly IReadOnlyDictionary<string, string> NoEnvironment = new Dictionary<string, string>();

    /// <summary>Name and version for display: <c>MariaDB 10.11.19</c>.</summary>
    public sealed override string ToString() => $"{Name} {Version}";

    /// <summary>The command that starts it.</summary>
    internal virtual ServerCommand Command => new(Path, [], Environment);
}

/// <summary>A command that starts a server; the server's own arguments follow.</summary>
/// <param name="Program">The program to start.</param>
/// <param name="First">Arguments before the server's arguments.</param>
/// <param name="Environment">Required environment variables.</param>
internal sealed record ServerCommand(string Program, IReadOnlyList<string> First, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>Runs the server to its end.</summary>
    public Task<ToolResult> RunAsync(IEnumerable<string> arguments, CancellationToken cancellation, string? input = null) =>
        ProcessRunner.RunAsync(Program, [.. First, .. arguments], cancellation, environment: Environment, input: input);
}

/// <summary>A database server with the base folder of the same build.</summary>
/// <param name="Name">Its engine.</param>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">Required environment variables.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
public abstract record DatabaseProgram(
    string Name,
    Version Version,
    string Path,
    IReadOnlyDictionary<string, string> Environment,
    string BaseFolder) : ServerProgram(Name, Version, Path, Environment)
{
    /// <summary>The version in the format of Pomelo's <c>ServerVersion.Parse</c>: <c>10.11.19-mariadb</c>, <c>9.7.4-mysql</c>.</summary>
    public abstract string PomeloVersion { get; }

    /// <summary>The engine: options, bootstrap and replication of the server.</summary>
    internal abstract IDatabaseEngine Engine { get; }

    /// <summary>Returns the parent of the folder that contains a program; for a link such as /usr/sbin/mysqld, of its target.</summary>
    private protected static string BaseFolderOf(string path)
    {
        var real = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        return System.IO.Path.GetDirectoryName(System.IO.Path.GetDirectoryName(real))!;
    }
}
