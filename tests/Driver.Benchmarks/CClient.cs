using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using MySqlConnector;

namespace Dugout.Driver.Benchmarks;

/// <summary>
/// The same statements by sysbench, which is MariaDB's or MySQL's C client in a loop of threads. It keeps its connections and
/// its prepared statements, so it is the floor, not an equal: nothing is opened, reset or closed.
/// </summary>
internal sealed class CClient : IDisposable
{
    private const string Script =
        """
        sysbench.cmdline.options = { work = {"select or insert", "select"}, text = {"statement", ""}, first = {"first number", "0"}, rows = {"rows", "1"} }
        function thread_init()
            connection = sysbench.sql.driver():connect()
            statement = connection:prepare(sysbench.opt.text)
            key = statement:bind_create(sysbench.sql.type.BIGINT)
            statement:bind_param(key)
            number = tonumber(sysbench.opt.first) + sysbench.tid * 1000000
            rows = tonumber(sysbench.opt.rows)
        end
        function event()
            number = number + 1
            key:set(sysbench.opt.work == "select" and 1 + number % rows or number)
            statement:execute()
        end
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("driver-benchmark-");
    private readonly string _program;

    private CClient(string program, MySqlConnectionStringBuilder server)
    {
        _program = program;
        File.WriteAllText(In("work.lua"), Script);
        // In a file, because a command line can be read by everybody on the machine.
        File.WriteAllText(In("server.cnf"), $"mysql-host={server.Server}\nmysql-port={server.Port}\nmysql-user={server.UserID}\nmysql-password={server.Password}\nmysql-db={server.Database}\n");
    }

    /// <summary>The client, or null when this machine has none on its PATH.</summary>
    public static CClient? Find(string connectionString) => OnPath("sysbench") is { } program ? new(program, new(connectionString)) : null;

    /// <summary>Where a program lies, or null.</summary>
    public static string? OnPath(string name) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    /// <summary>Runs one block. What starting, connecting and preparing cost is measured just before, and taken off.</summary>
    public async Task<Block> RunAsync(Work work, int callers, TimeSpan length)
    {
        var (_, start) = await RunAsync(work, callers, "--time=0", $"--events={callers}");
        var (said, cpu) = await RunAsync(work, callers, $"--time={Math.Max(1, Math.Round(length.TotalSeconds))}", "--events=0");
        return new((long)Number(said, "total number of events:"), TimeSpan.FromSeconds(Number(said, "total time:")), cpu - start, 0, [Number(said, "99th percentile:") * 1000]);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<(string Said, TimeSpan Cpu)> RunAsync(Work work, int callers, string time, string events)
    {
        // Bash's "times" tells the processor time of its ended children in ms, which .NET doesn't.
        var start = new ProcessStartInfo("bash") { RedirectStandardOutput = true };
        foreach (var argument in (string[])["-c", "\"$@\"; times", "bash", _program, $"--config-file={In("server.cnf")}", $"--threads={callers}", time, events, "--percentile=99",
            $"--work={work.Name}", $"--text={work.Sql.Replace("@key", "?", StringComparison.Ordinal)}", $"--first={Work.Reserve(callers * 1_000_000L)}", $"--rows={Work.Rows}", In("work.lua"), "run"])
            start.ArgumentList.Add(argument);
        using var shell = Process.Start(start)!;
        var said = await shell.StandardOutput.ReadToEndAsync();
        var children = said.TrimEnd().Split('\n')[^1].Split(' ', 'm', 's');
        if (!said.Contains("total number of events:", StringComparison.Ordinal))
            throw new InvalidOperationException($"sysbench failed:\n{said}");
        return (said, TimeSpan.FromMinutes(Number(children[0]) + Number(children[3])) + TimeSpan.FromSeconds(Number(children[1]) + Number(children[4])));
    }

    private string In(string name) => Path.Combine(_folder.FullName, name);

    private static double Number(string said, string label) => Number(Regex.Match(said, label + @"\s+([\d.]+)").Groups[1].ValueSpan);

    private static double Number(ReadOnlySpan<char> digits) => double.Parse(digits, CultureInfo.InvariantCulture);
}
