namespace Dugout.Infrastructure;

/// <summary>A server program that was found and asked for its version.</summary>
/// <param name="Name">What it is, by its own words: <c>MariaDB</c>, <c>MySQL</c>, <c>Redis</c>.</param>
/// <param name="Version">Its version, by its own words.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">What has to be in its environment, such as where its libraries lie; empty for an installed one.</param>
public record ServerProgram(string Name, Version Version, string Path, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>For a program that finds all it needs by itself.</summary>
    internal static readonly IReadOnlyDictionary<string, string> NoEnvironment = new Dictionary<string, string>();

    /// <summary>Name and version as shown to people: <c>MariaDB 10.11.19</c>.</summary>
    public sealed override string ToString() => $"{Name} {Version}";

    /// <summary>How it is started.</summary>
    internal virtual ServerCommand Command => new(Path, [], Environment);
}

/// <summary>What starts a server, whose own arguments come behind.</summary>
/// <param name="Program">The program to start.</param>
/// <param name="First">What it is given before the server's arguments.</param>
/// <param name="Environment">What has to be in its environment.</param>
internal sealed record ServerCommand(string Program, IReadOnlyList<string> First, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>Runs the server to its end.</summary>
    public Task<ToolResult> RunAsync(IEnumerable<string> arguments, CancellationToken cancellation, string? input = null) =>
        ProcessRunner.RunAsync(Program, [.. First, .. arguments], cancellation, environment: Environment, input: input);
}

/// <summary>A database server with the folder that belongs to the same build.</summary>
/// <param name="Name">Its engine.</param>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">What has to be in its environment.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
public abstract record DatabaseProgram(
    string Name,
    Version Version,
    string Path,
    IReadOnlyDictionary<string, string> Environment,
    string BaseFolder) : ServerProgram(Name, Version, Path, Environment)
{
    /// <summary>The spelling that Pomelo's <c>ServerVersion.Parse</c> reads: <c>10.11.19-mariadb</c>, <c>9.7.4-mysql</c>.</summary>
    public abstract string PomeloVersion { get; }

    /// <summary>What it reads before it serves, and how it is asked.</summary>
    internal abstract IDatabaseEngine Engine { get; }

    /// <summary>The folder above the one that holds a program; of a link such as /usr/sbin/mysqld, of the file behind it.</summary>
    private protected static string BaseFolderOf(string path)
    {
        var real = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        return System.IO.Path.GetDirectoryName(System.IO.Path.GetDirectoryName(real))!;
    }
}
