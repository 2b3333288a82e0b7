using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

public sealed class LogFilesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Log => Path.Combine(_folder.Path, "logs/api-1.log");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lines_are_kept_with_their_time_and_those_of_an_earlier_run_stay()
    {
        await KeepAsync(["it starts", "두산 베어스 ⚾"], largest: 1_000);
        await KeepAsync(["again"], largest: 1_000);

        var lines = await File.ReadAllLinesAsync(Log, TestContext.Current.CancellationToken);
        Assert.Equal(["it starts", "두산 베어스 ⚾", "again"], lines.Select(line => line.Split(' ', 2)[1]));
        Assert.All(lines, line => Assert.Matches(@"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ", line));
    }

    [Fact]
    public async Task However_much_is_said_two_files_hold_it()
    {
        const int largest = 1_000;

        await KeepAsync([.. Enumerable.Range(0, 1_000).Select(n => $"line {n} of a talkative program")], largest);

        var files = new DirectoryInfo(Path.GetDirectoryName(Log)!).GetFiles();
        Assert.Equal(["api-1.1.log", "api-1.log"], files.Select(file => file.Name).Order(StringComparer.Ordinal));
        // A line may pass the limit, the next is in another file.
        Assert.All(files, file => Assert.InRange(file.Length, 0, largest + 100));
        Assert.EndsWith("line 999 of a talkative program", (await File.ReadAllLinesAsync(Log, TestContext.Current.CancellationToken))[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_cannot_be_kept_is_lost_and_nothing_else_is()
    {
        // Nothing can be written where a file is in the folder's place, as on a full disk.
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, "logs"), "", TestContext.Current.CancellationToken);

        await KeepAsync(["lost"], largest: 1_000);

        Assert.False(File.Exists(Log));
    }

    private Task KeepAsync(string[] lines, long largest) =>
        LogFiles.KeepAsync(Said(lines), Log, largest, TestContext.Current.CancellationToken);

    private static async IAsyncEnumerable<IReadOnlyList<LogLine>> Said(string[] lines)
    {
        foreach (var (place, line) in lines.Index())
        {
            await Task.Yield();
            yield return [new LogLine(place + 1, line, IsErrorMessage: false)];
        }
    }
}
