using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Infrastructure.Processes;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.WholeSystem;

namespace Dugout.AppHost.Tests;

/// <summary>The whole system on a disk that is full.</summary>
public sealed class FullDiskTests
{
    /// <summary>The first that is on sale, and all after it in its month.</summary>
    private const int FirstGame = 3;

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>A disk of so many MB, which only this system uses, is full before the start is complete: at the first file, or when the databases are made.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(20)]
    [InlineData(100)]
    [InlineData(140)]
    public async Task On_a_full_disk_a_start_is_refused_in_a_line_and_leaves_nothing_running(int megabytes)
    {
        using var disk = new TestFolder();
        await SkipUnlessMountedAsync(disk);
        await using var system = StartOnDisk(disk, megabytes == 0 ? "4k" : $"{megabytes}m");

        var end = await system.EndAsync();

        Assert.Equal(1, end);
        Assert.Contains("dugout: ", system.Lines[^1], StringComparison.Ordinal);
        Assert.True(system.Output.Contains("space", StringComparison.OrdinalIgnoreCase), system.Output);
        Assert.DoesNotContain("   at ", system.Output, StringComparison.Ordinal);
    }

    /// <summary>While the disk is full, writes fail with a fault, not a rejection. Reads work, acknowledged writes survive, and no restart is needed.</summary>
    [Fact]
    public async Task A_disk_that_is_full_for_a_while_costs_what_is_written_meanwhile()
    {
        using var disk = new TestFolder();
        await SkipUnlessMountedAsync(disk);
        await using var system = StartOnDisk(disk, "1g");
        using var http = new HttpClient { BaseAddress = await system.SaysReadyAsync() };
        using var session = await http.PostAsJsonAsync("/api/sessions", new { email = "fan1@dugout.test", password = "take-me-out-2027" }, Stop);
        http.DefaultRequestHeaders.Authorization = new("Bearer", (await session.Content.ReadFromJsonAsync<JsonElement>(Stop)).GetProperty("accessToken").GetString());
        List<int> held = [];
        var game = FirstGame;
        Assert.Equal(HttpStatusCode.Created, await HoldAsync());

        await FillAsync();
        await UntilAsync(answer => answer >= HttpStatusCode.InternalServerError);
        Assert.Contains("\"stadium\"", await http.GetStringAsync(new Uri("/api/teams", UriKind.Relative), Stop), StringComparison.Ordinal);

        await InsideAsync($"rm '{disk.Path}/fill'");
        await UntilAsync(answer => answer == HttpStatusCode.Created);

        foreach (var each in held)
        {
            var taken = await http.GetFromJsonAsync<JsonElement>($"/api/games/{each}/grades/{Grade(each)}/taken", Stop);
            Assert.Equal([1], taken.GetProperty("taken").EnumerateArray().Select(seat => seat.GetInt32()));
        }
        // It stops as cleanly while nothing can be written.
        await FillAsync();
        system.Signal(Signals.Terminate);
        Assert.Equal(0, await system.EndAsync());
        Assert.DoesNotContain("in a row", system.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", system.Output, StringComparison.Ordinal);

        static int Grade(int game) => ((game - 1) * 5) + 1;

        // Of one game after the other, since a fan may hold few seats of each.
        async Task<HttpStatusCode> HoldAsync()
        {
            var one = game++;
            using var answer = await http.PostAsJsonAsync($"/api/games/{one}/holds", new { seats = new[] { new { gradeId = Grade(one), number = 1 } } }, Stop);
            if (answer.IsSuccessStatusCode) held.Add(one);
            return answer.StatusCode;
        }

        // The server asks once a minute whether there is space again; a month has a hundred games.
        async Task UntilAsync(Func<HttpStatusCode, bool> wanted)
        {
            var since = Stopwatch.StartNew();
            HttpStatusCode answer;
            while (!wanted(answer = await HoldAsync()))
            {
                Assert.True(answer is HttpStatusCode.Created or >= HttpStatusCode.InternalServerError, $"{answer} of game {game - 1}");
                Assert.True(since.Elapsed < TimeSpan.FromSeconds(130), $"{answer} after {since.Elapsed}:\n{system.Output}");
                await Task.Delay(TimeSpan.FromSeconds(4), Stop);
            }
        }

        // To the last byte: what takes whole blocks only leaves some.
        Task FillAsync() => InsideAsync($"cat /dev/zero >> '{disk.Path}/fill'; true");

        async Task InsideAsync(string command)
        {
            var done = await ProcessRunner.RunAsync("nsenter", ["--target", $"{system.Id}", "--mount", "sh", "-c", command], Stop);
            Assert.True(done.Succeeded, done.Complaint);
        }
    }

    private static async Task SkipUnlessMountedAsync(TestFolder disk)
    {
        var tried = await ProcessRunner.RunAsync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", disk.Path], Stop);
        Assert.SkipUnless(tried.Succeeded, $"Optional: no disk can be mounted here ({tried.Complaint}).");
    }

    /// <summary>A system whose run folder is on a separate disk of that size.</summary>
    private static AppHostProcess StartOnDisk(TestFolder disk, string size) => AppHostProcess.StartBehind(
        Path.Combine(disk.Path, "run"), ["unshare", "--mount", "sh", "-c", $"mount -t tmpfs -o size={size} tmpfs '{disk.Path}' && exec \"$@\"", "sh"], Small);
}
