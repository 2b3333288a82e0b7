using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>Folders of test runs, some of which are killed, while others begin.</summary>
public sealed class TestFolderTests
{
    [Fact]
    public void A_new_folder_removes_those_of_ended_runs_and_no_other()
    {
        using var running = new TestFolder();
        var own = Path.GetFileName(running.Path).Split('-');
        // The id of this process, but not its start: a process before it.
        string[] ended = [.. ((string[])[$"{own[2]}-1-ended", $"{int.MaxValue}-{own[3]}-ended", "ended"]).Select(name => Path.Combine(Path.GetDirectoryName(running.Path)!, $"dugout-tests-{name}.{own[4]}"))];
        foreach (var folder in ended)
            Directory.CreateDirectory(folder);

        using var another = new TestFolder();

        Assert.True(Directory.Exists(running.Path));
        Assert.DoesNotContain(ended, Directory.Exists);
    }
}
