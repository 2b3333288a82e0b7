using Dugout.Infrastructure.Run;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>What waits for a node of a cluster when writes leave it for another. Here both are one server, which answers only after a long time.</summary>
public sealed class LostServerTests(Shop shop)
{
    private const int LongSeconds = 60;

    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(LongSeconds / 2);

    [Fact]
    public async Task A_write_fails_at_once_and_its_outcome_is_unknown()
    {
        var databases = OfTwoNodes();
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var waiting = connection.ExecuteScalarAsync<int>($"SELECT SLEEP({LongSeconds})");

        databases.MoveWrites(1, isLost: true);

        var error = await Assert.ThrowsAsync<EndOfStreamException>(() => waiting.WaitAsync(Soon));
        Assert.True(error.LeavesOutcomeOpen());
    }

    [Fact]
    public async Task A_batch_fails_at_once()
    {
        var databases = OfTwoNodes();
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var waiting = connection.ReadBatchAsync([new MySqlBatchCommand($"SELECT SLEEP({LongSeconds})")], reader => reader.ReadAsync());

        databases.MoveWrites(1, isLost: true);

        await Assert.ThrowsAsync<EndOfStreamException>(() => waiting.WaitAsync(Soon));
    }

    [Fact]
    public async Task A_query_runs_again_on_the_other_node()
    {
        var databases = OfTwoNodes();
        var tries = 0;
        var begun = new TaskCompletionSource();
        var waiting = databases.QueryPrimaryAsync(
            connection =>
            {
                var answer = connection.ExecuteScalarAsync<int>(Interlocked.Increment(ref tries) == 1 ? $"SELECT SLEEP({LongSeconds})" : "SELECT 5");
                begun.TrySetResult();
                return answer;
            },
            CancellationToken.None);
        await begun.Task;

        databases.MoveWrites(1, isLost: true);

        Assert.Equal((5, 2), (await waiting.WaitAsync(Soon), tries));
    }

    [Fact]
    public async Task So_does_a_query_of_Entity_Framework()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Address()), ("ConnectionStrings:Replica1", ""));
        var databases = replica.Services.GetRequiredService<Databases>();
        var tries = 0;
        var begun = new TaskCompletionSource();
        var waiting = replica.Services.GetRequiredService<Reads>().QueryPrimaryAsync(
            async database =>
            {
                var answer = database.Database.SqlQueryRaw<int>(Interlocked.Increment(ref tries) == 1 ? $"SELECT SLEEP({LongSeconds}) AS Value" : "SELECT 5 AS Value").SingleAsync();
                begun.TrySetResult();
                return await answer;
            },
            CancellationToken.None);
        await begun.Task;

        databases.MoveWrites(1, isLost: true);

        Assert.Equal((5, 2), (await waiting.WaitAsync(Soon), tries));
    }

    /// <summary>A caller that gives up does not get the error of the lost server.</summary>
    [Fact]
    public async Task A_caller_that_is_cancelled_is_told_so()
    {
        var databases = OfTwoNodes();
        using var caller = new CancellationTokenSource();
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var waiting = connection.ExecuteScalarAsync<int>(new($"SELECT SLEEP({LongSeconds})", cancellationToken: caller.Token));

        await caller.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.WaitAsync(Soon));
    }

    private Databases OfTwoNodes() => new(
        new ConfigurationBuilder().AddInMemoryCollection([new("ConnectionStrings:Primary", Address())]).Build(), Options.Create(new DatabaseOptions { CommandSeconds = 60 }));

    private string Address()
    {
        var one = new MySqlConnectionStringBuilder(shop.Servers.Primary(DatabaseAccount.App));
        return new MySqlConnectionStringBuilder(one.ConnectionString) { Server = $"{one.Server},{one.Server}", ApplicationName = "lost", DefaultCommandTimeout = LongSeconds }.ConnectionString;
    }
}
