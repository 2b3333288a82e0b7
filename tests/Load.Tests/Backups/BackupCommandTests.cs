using Dugout.Backup;
using Xunit;

namespace Dugout.Load.Tests.Backups;

/// <summary>The command line of backups, as <c>dotnet run</c> would call it.</summary>
public sealed class BackupCommandTests
{
    /// <summary>A folder that no user can create.</summary>
    private const string Impossible = "/dev/null/run";

    [Theory]
    [InlineData("backup: name a command: dump, restore, drill (see --help)")]
    [InlineData("backup: there is no command 'take'; available: dump, restore, drill (see --help)", "take")]
    [InlineData("backup: there is no option '--seats' (see --help)", "drill", "--seats", "5")]
    [InlineData("backup: 'now' is not expected here (see --help)", "drill", "now")]
    [InlineData("backup: --out names no folder (see --help)", "dump")]
    [InlineData("backup: --out requires a value (see --help)", "dump", "--out")]
    [InlineData("backup: --from names no folder (see --help)", "restore", "--run-dir", Impossible)]
    [InlineData("backup: --run-dir names no folder (see --help)", "restore", "--from", "/nowhere")]
    [InlineData("backup: /nowhere holds no whole dump (DirectoryNotFoundException) (see --help)", "restore", "--from", "/nowhere", "--run-dir", Impossible)]
    public async Task A_wrong_command_line_is_one_line_and_64(string line, params string[] args) => Assert.Equal((64, line, ""), await RunAsync(args));

    [Fact]
    public async Task Without_a_system_a_dump_is_one_line_and_69() =>
        Assert.Equal((69, "backup: no system is up: /nowhere/apphost.json does not exist", ""), await RunAsync("dump", "--out", Impossible, "--apphost", "/nowhere/apphost.json"));

    private static async Task<(int Code, string Errors, string Output)> RunAsync(params string[] args)
    {
        var (output, errors) = (new StringWriter(), new StringWriter());
        var code = await new BackupCommand(output, errors).RunAsync(args, TestContext.Current.CancellationToken);
        return (code, errors.ToString().TrimEnd(), output.ToString());
    }
}
