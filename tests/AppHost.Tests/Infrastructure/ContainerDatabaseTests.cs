using System.Diagnostics;
using System.Globalization;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Containers;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.MySql;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>
/// What a database container runs: its script, option file and statements, word for word, but as processes of this machine's server. The image itself, its
/// programs and its network aren't tried.
/// </summary>
public sealed class ContainerDatabaseTests : IDisposable
{
    private const int AccessDenied = 1045;
    private const int Terminate = 15;

    private readonly ScriptedMachine _machine = new(cache: "cache");
    private readonly List<Process> _processes = [];
    private readonly Secrets _secrets;
    private readonly RunFolder _folder;

    public ContainerDatabaseTests()
    {
        Directory.CreateDirectory(Path.Combine(_machine.Cache, "run"));
        _folder = RunFolder.Elsewhere(Path.Combine(_machine.Cache, "run"));
        _secrets = Secrets.LoadOrMake(_folder);
    }

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }

        _machine.Dispose();
    }

    [Fact]
    public async Task Replicas_follow_from_nothing_and_from_a_copy_of_the_primary()
    {
        var settings = ServerSettings.FromEnvironment() with { Engine = TestServers.EngineOfThisRun, MySqlDownload = MySqlDownloadSource.Sid };
        var program = (await ServerPrograms.FindAsync(settings, Console.Error.WriteLine, Stop)).Database;
        await InstallAsync(program);
        var primary = new Server(this, program, "mysql-primary", 0, primaryPort: null);
        var copy = new Server(this, program, "mysql-replica-1", 1, primary.Port);
        var empty = new Server(this, program, "mysql-replica-2", 2, primary.Port);

        await primary.StartAsync();
        await Sql.RunAsync(primary.As(DatabaseAccount.Migrator), "CREATE TABLE seats (n INT PRIMARY KEY)");
        await Sql.RunAsync(primary.As(DatabaseAccount.App), "INSERT INTO seats VALUES (1)");
        Assert.Equal(AccessDenied, await Sql.ErrorNumberAsync(primary.As("root", ""), "SELECT 1"));
        await primary.StopAsync();
        await primary.StartAsync();
        await Sql.RunAsync(primary.As(DatabaseAccount.App), "INSERT INTO seats VALUES (2)");
        await empty.StartAsync();
        await empty.HasAsync("1,2");

        await primary.StopAsync();
        FolderCopy.Copy(primary.Data, copy.Data, Stop);
        program.Engine.ForgetIdentity(copy.Data);
        primary.LoseFirstLog();
        await primary.StartAsync();
        await Sql.RunAsync(primary.As(DatabaseAccount.App), "INSERT INTO seats VALUES (3)");
        await copy.StartAsync();
        await copy.HasAsync("1,2,3");
        await empty.HasAsync("1,2,3");

        await copy.StopAsync();
        await Sql.RunAsync(primary.As(DatabaseAccount.App), "INSERT INTO seats VALUES (4)");
        await copy.StartAsync();
        await copy.HasAsync("1,2,3,4");
    }

    /// <summary>The programs that the images have on their PATH. The installer isn't part of a private download: a folder made as for processes stands in for what it makes.</summary>
    private async Task InstallAsync(DatabaseProgram program)
    {
        var command = program.Command;
        var variables = string.Concat(command.Environment.Select(variable => $"export {variable.Key}='{variable.Value}'\n"));
        _machine.Script(program is MySqlProgram ? "mysqld" : "mariadbd", $"{variables}exec {string.Join(' ', command.First.Prepend(command.Program).Select(word => $"'{word}'"))} \"$@\"");
        // Root of a machine that has no account mysql.
        _machine.Script("id", "echo 1000");
        if (program is MySqlProgram)
            return;

        var made = Directory.CreateDirectory(_folder.In("made")).FullName;
        await program.Engine.MakeAsync(command, made, _folder.Path, Stop);
        _machine.Script("mariadb-install-db", $"for word; do to=\"${{word#--datadir=}}\"; done; cp -a '{made}' \"$to\"");
    }

    /// <summary>One server, on a port and in a folder of its own.</summary>
    private sealed class Server(ContainerDatabaseTests test, DatabaseProgram program, string name, int n, int? primaryPort)
    {
        private readonly string _files = Directory.CreateDirectory(test._folder.In("files", name)).FullName;
        private Process? _process;

        public int Port { get; } = Ports.Pick();

        public string Data { get; } = Directory.CreateDirectory(test._folder.In(name)).FullName;

        public string As(DatabaseAccount account) => As(Secrets.NameOf(account), test._secrets[account]);

        public string As(string user, string password) => new MySqlConnectionStringBuilder
        {
            Server = "127.0.0.1",
            Port = (uint)Port,
            UserID = user,
            Password = password,
            Database = user == "root" ? "" : "dugout",
            SslMode = MySqlSslMode.None,
            AllowPublicKeyRetrieval = true,
            Pooling = false,
        }.ConnectionString;

        public async Task StartAsync()
        {
            var statements = program.Engine.ContainerStatements(test._secrets, primaryPort is null ? null : "127.0.0.1");
            await File.WriteAllTextAsync(Path.Combine(_files, "start.sql"), statements.Replace("_PORT = 3306", string.Create(CultureInfo.InvariantCulture, $"_PORT = {primaryPort}"), StringComparison.Ordinal), Stop);
            await File.WriteAllTextAsync(Path.Combine(_files, "server.cnf"), program.Engine.ContainerServerOptions(n) + OfThisMachine, Stop);
            var script = Path.Combine(_files, "start.sh");
            await File.WriteAllTextAsync(script, ContainerDatabase.StartScript(program is MySqlProgram ? "mysqld" : "mariadbd", program.Engine.MakeTables, Data, _files), Stop);
            var start = new ProcessStartInfo("sh", [script]) { RedirectStandardError = true };
            start.Environment["PATH"] = $"{test._machine.Folder}:/usr/bin:/bin";
            _process = Process.Start(start)!;
            test._processes.Add(_process);
            var log = _process.StandardError.ReadToEndAsync(Stop);
            await UntilAsync(async () =>
            {
                if (_process.HasExited)
                    Assert.Fail(await log);
                return await Sql.ScalarAsync(As(DatabaseAccount.Checks), "SELECT 1") == "1";
            });
        }

        public async Task StopAsync()
        {
            ProcessSignal.TrySend(_process!.Id, Terminate);
            await _process.WaitForExitAsync(Stop).WaitAsync(Wait.Patience, Stop);
        }

        /// <summary>As after a day: a replica that begins from nothing would lack what was in it.</summary>
        public void LoseFirstLog()
        {
            var index = Path.Combine(Data, "binlog.index");
            var logs = File.ReadAllLines(index);
            Assert.True(logs.Length > 1);
            File.Delete(Path.Combine(Data, Path.GetFileName(logs[0])));
            File.WriteAllLines(index, logs[1..]);
        }

        public Task HasAsync(string seats) =>
            UntilAsync(async () => await Sql.ScalarAsync(As(DatabaseAccount.Checks), "SELECT GROUP_CONCAT(n ORDER BY n) FROM seats") == seats);

        private string OfThisMachine => $"""
            {OptionFile.User}
            basedir = {OptionFile.Quote(program.BaseFolder)}
            {(program is MariaDbProgram mariaDb ? $"lc-messages-dir = {OptionFile.Quote(mariaDb.ShareFolder)}" : "")}
            bind-address = 127.0.0.1
            port = {Port}
            socket = server.sock
            pid-file = server.pid

            """;

        /// <summary>While it starts it refuses connections.</summary>
        private static Task UntilAsync(Func<Task<bool>> isSo) => Wait.UntilAsync("the server answers", async () =>
        {
            try
            {
                return await isSo();
            }
            catch (MySqlException)
            {
                return false;
            }
        });
    }
}
