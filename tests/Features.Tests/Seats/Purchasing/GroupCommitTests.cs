using System.Data;
using Dapper;
using Dugout.Features.Tests.Platform;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Purchases that share a transaction: each has the result it would have alone.</summary>
public sealed class GroupCommitTests(Shop shop)
{
    private sealed record Done(string Text);

    /// <summary>With groups of one, the purchases are sent one after the other: so it is the measure for the others.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public async Task Each_purchase_has_the_result_it_would_have_alone(int size)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        var (full, repeating) = (rig.NextAccount(), rig.NextAccount());
        var late = rig.Of(2);
        var bought = rig.Of(9);
        var repeated = rig.Of(repeating, "k", 8);
        Wanted[] purchases =
        [
            rig.Of(1), rig.Of(1), late with { Hold = late.Hold with { ExpiresAt = DateTime.UtcNow.AddSeconds(-1) } }, rig.Of(full, "f1", 3, 4, 5, 6), rig.Of(full, "f2", 7),
            repeated, repeated, rig.Of(repeating, "k", 20), bought, bought with { Key = "other" }, rig.Of(10), rig.Of(1),
        ];
        string[] expected =
        [
            "bought", "hold-expired", "hold-expired", "bought", "limit-reached",
            "bought", "again", "idempotency-key-reused", "bought", "hold-expired", "bought", "hold-expired",
        ];

        var results = await BuyAsync(rig, purchases, inTurn: size == 1);

        Assert.Equal(expected, results.Select(result => result.Split(' ')[0]));
        Assert.Equal(results[5]["bought".Length..], results[6]["again".Length..]);
        Assert.Equal((5, 8, 8, 5, 5), await rig.RowsAsync(purchases));
    }

    [Theory]
    [InlineData(1, 33)]
    [InlineData(8, 5)]
    [InlineData(64, 2)]
    public async Task Queued_purchases_share_commits(int size, int commits)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        Wanted[] purchases = [.. Enumerable.Range(1, 32).Select(seat => rig.Of(seat))];
        rig.Primary.TakeSent();

        var results = await BuyAsync(rig, purchases);

        Assert.All(results, result => Assert.StartsWith("bought", result, StringComparison.Ordinal));
        Assert.Equal(commits, Wire.Texts(rig.Primary).Count(text => text.Contains("COMMIT;", StringComparison.Ordinal)));
        Assert.Equal((32, 32, 32, 32, 32), await rig.RowsAsync(purchases));
    }

    /// <summary>Each rejected purchase ends a batch; the transaction goes on.</summary>
    [Fact]
    public async Task A_group_with_rejected_purchases_commits_once()
    {
        await using var rig = await GroupRig.StartAsync(shop, 64);
        Wanted[] purchases = [.. Enumerable.Range(0, 32).Select(n => rig.Of(1 + (n / 2)))];
        rig.Primary.TakeSent();

        var results = await BuyAsync(rig, purchases);

        Assert.Equal(Enumerable.Range(0, 32).Select(n => n % 2 == 0 ? "bought" : "hold-expired"), results.Select(result => result.Split(' ')[0]));
        var texts = Wire.Texts(rig.Primary);
        Assert.Equal((16, 2), (texts.Count(text => text.Contains("ROLLBACK TO", StringComparison.Ordinal)), texts.Count(text => text.Contains("START TRANSACTION", StringComparison.Ordinal))));
        Assert.Equal((16, 16, 16, 16, 16), await rig.RowsAsync(purchases));
    }

    [Theory]
    [InlineData(8)]
    [InlineData(64)]
    public async Task A_caller_that_leaves_the_queue_changes_nothing(int size)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        Wanted[] purchases = [.. Enumerable.Range(1, 16).Select(seat => rig.Of(seat))];
        using var leaving = new CancellationTokenSource();
        var first = await rig.BlockAsync();

        var buying = purchases.Select((one, n) => rig.BuyAsync(one, n % 3 == 0 ? leaving.Token : default)).ToList();
        await leaving.CancelAsync();
        Assert.Equal("cancelled", await buying[0]);
        rig.Primary.Thaw();

        Assert.StartsWith("bought", await first, StringComparison.Ordinal);
        Assert.Equal(purchases.Select((_, n) => n % 3 == 0 ? "cancelled" : "bought"), (await Task.WhenAll(buying)).Select(result => result.Split(' ')[0]));
        Assert.Equal((10, 10, 10, 10, 10), await rig.RowsAsync(purchases));
    }

    [Theory]
    [InlineData(8)]
    [InlineData(64)]
    public async Task A_purchase_that_is_sent_is_completed_when_its_caller_leaves(int size)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        Wanted[] purchases = [.. Enumerable.Range(1, 4).Select(seat => rig.Of(seat))];
        using var leaving = new CancellationTokenSource();
        await rig.BlockAsync();
        var buying = purchases.Select(one => rig.BuyAsync(one, leaving.Token)).ToList();
        var held = rig.Primary.HoldAnswer("INSERT INTO reservations");
        rig.Primary.Thaw();
        await GroupRig.ArrivesAsync(held);

        await leaving.CancelAsync();
        rig.Primary.Thaw();

        Assert.All(await Task.WhenAll(buying), result => Assert.StartsWith("bought", result, StringComparison.Ordinal));
        Assert.Equal((4, 4, 4, 4, 4), await rig.RowsAsync(purchases));
    }

    /// <summary>Another transaction, the test's own, has a seat: no other purchase waits for it.</summary>
    [Theory]
    [InlineData(8, false, "bought")]
    [InlineData(8, true, "hold-expired")]
    [InlineData(64, false, "bought")]
    public async Task A_purchase_that_waits_for_a_lock_leaves_its_group(int size, bool isTaken, string result)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        Wanted[] purchases = [.. Enumerable.Range(1, 8).Select(seat => rig.Of(seat))];
        await using var other = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await other.OpenAsync(TestContext.Current.CancellationToken);
        await using var transaction = await other.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await other.ExecuteAsync("INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@Game, @grade, 4)", new { rig.Game, grade = Shop.Grade(rig.Game) }, transaction);
        await rig.BlockAsync();

        var buying = purchases.Select(one => rig.BuyAsync(one)).ToList();
        rig.Primary.Thaw();
        var others = await Task.WhenAll(buying.Where((_, n) => n != 3));

        Assert.All(others, one => Assert.StartsWith("bought", one, StringComparison.Ordinal));
        Assert.False(buying[3].IsCompleted);
        await (isTaken ? transaction.CommitAsync(TestContext.Current.CancellationToken) : transaction.RollbackAsync(TestContext.Current.CancellationToken));
        Assert.Equal(result, (await buying[3]).Split(' ')[0]);
    }

    /// <summary>A fault, or a deadlock, of one write rolls back the group; each write then runs by itself.</summary>
    [Theory]
    [InlineData("SIGNAL SQLSTATE '45000'; ", "fault")]
    [InlineData("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; ", "busy")]
    public async Task After_a_fault_each_write_runs_by_itself(string statement, string result)
    {
        await using var rig = await GroupRig.StartAsync(shop, 64);
        Wanted[] purchases = [.. Enumerable.Range(1, 8).Select(seat => rig.Of(1 + (seat / 2)))];
        await rig.BlockAsync();

        var buying = purchases[..4].Select(one => rig.BuyAsync(one)).ToList();
        var failing = FailAsync(rig, statement);
        buying.AddRange(purchases[4..].Select(one => rig.BuyAsync(one)));
        rig.Primary.Thaw();

        var results = (await Task.WhenAll(buying)).Select(one => one.Split(' ')[0]).ToList();
        Assert.Equal(result, await failing);
        // The second and third want one seat, as do the next two: who comes first is open now.
        Assert.Equal((5, 3), (results.Count(one => one == "bought"), results.Count(one => one == "hold-expired")));
        Assert.Equal((5, 5, 5, 5, 5), await rig.RowsAsync(purchases));
    }

    /// <summary>Before the commit arrives, or after it: all of the group is written or nothing, and a repeat finds out.</summary>
    [Theory]
    [InlineData(8, false)]
    [InlineData(8, true)]
    [InlineData(64, false)]
    [InlineData(64, true)]
    public async Task A_connection_that_breaks_at_the_commit_leaves_no_half_of_a_group(int size, bool isCommitted)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        Wanted[] purchases = [.. Enumerable.Range(1, 8).Select(seat => rig.Of(seat))];
        await rig.BlockAsync();
        var buying = purchases.Select(one => rig.BuyAsync(one)).ToList();
        var held = isCommitted ? rig.Primary.HoldAnswer("SAVEPOINT item") : rig.Primary.HoldRequest("SAVEPOINT item");
        rig.Primary.Thaw();
        await GroupRig.ArrivesAsync(held);
        // The server answers each statement, so the first answer comes before the commit.
        await Wait.UntilAsync("the group is committed", async () => !isCommitted || (await rig.RowsAsync(purchases)).Reservations == purchases.Length);

        rig.Primary.Cut();
        rig.Primary.Thaw();

        Assert.All(await Task.WhenAll(buying), result => Assert.Equal("unknown", result));
        var rows = isCommitted ? 8 : 0;
        Assert.Equal((rows, rows, rows, rows, rows), await rig.RowsAsync(purchases));
        foreach (var one in purchases)
            Assert.StartsWith(isCommitted ? "again" : "bought", await rig.BuyAsync(one), StringComparison.Ordinal);
    }

    /// <summary>The group has lost a purchase, which is known, and breaks in the batch after it.</summary>
    [Theory]
    [InlineData(8)]
    [InlineData(64)]
    public async Task A_connection_that_breaks_after_a_rejected_purchase_leaves_no_half_of_a_group(int size)
    {
        await using var rig = await GroupRig.StartAsync(shop, size);
        var late = rig.Of(4);
        Wanted[] purchases = [.. Enumerable.Range(1, 3).Select(seat => rig.Of(seat)), late with { Hold = late.Hold with { ExpiresAt = DateTime.UtcNow.AddSeconds(-1) } }, rig.Of(5), rig.Of(6)];
        await rig.BlockAsync();
        var buying = purchases.Select(one => rig.BuyAsync(one)).ToList();
        var held = rig.Primary.HoldRequest("ROLLBACK TO SAVEPOINT");
        rig.Primary.Thaw();
        await GroupRig.ArrivesAsync(held);

        rig.Primary.Cut();
        rig.Primary.Thaw();

        Assert.Equal(["unknown", "unknown", "unknown", "hold-expired", "unknown", "unknown"], await Task.WhenAll(buying));
        Assert.Equal((0, 0, 0, 0, 0), await rig.RowsAsync(purchases));
        Assert.StartsWith("bought", await rig.BuyAsync(purchases[0]), StringComparison.Ordinal);
    }

    private static async Task<IReadOnlyList<string>> BuyAsync(GroupRig rig, Wanted[] purchases, bool inTurn = false)
    {
        if (inTurn)
        {
            var results = new List<string>();
            foreach (var one in purchases)
                results.Add(await rig.BuyAsync(one));
            return results;
        }

        var first = await rig.BlockAsync();
        var buying = purchases.Select(one => rig.BuyAsync(one)).ToList();
        rig.Primary.Thaw();
        Assert.StartsWith("bought", await first, StringComparison.Ordinal);
        return await Task.WhenAll(buying);
    }

    /// <summary>A write whose statement fails with something that is no error of a use case.</summary>
    private static async Task<string> FailAsync(GroupRig rig, string statement)
    {
        try
        {
            var result = await rig.Services.GetRequiredService<IdempotentCommands>().OnceAsync<Done, Done>(
                rig.NextAccount(), "failing", new Done(""), new KeyedWrite<Done>(statement, new DynamicParameters(), new(""), _ => null, IsGrouped: true), CancellationToken.None);
            return result.Problem?.Code ?? "done";
        }
        catch (MySqlException)
        {
            return "fault";
        }
    }
}
