using System.Collections.Concurrent;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// Two workers deliver while the lease of its holder keeps expiring: again and again both have messages in their hands, which is what
/// frozen workers come to.
/// </summary>
[Collection(TheOutboxLease.Name)]
public sealed class DeliverOutboxRaces(Shop shop)
{
    private const int Messages = 1_000;
    private const int Keys = 50;

    /// <summary>So many messages of a key lie side by side: delivered in parallel they would overtake each other.</summary>
    private const int InARow = 5;

    /// <summary>The coming of a message that is in the middle of the first delivered page.</summary>
    private const int InMiddle = 25;

    [Fact]
    public async Task Two_workers_have_each_effect_once_and_in_order_by_key()
    {
        var topic = OutboxRig.NewTopic();
        await WriteAsync(topic);
        // A receiver that honours the id: what counts is the first coming.
        var (effects, comings) = (new ConcurrentDictionary<long, int>(), 0);
        var order = 0;
        // Once, in the middle of its first page, the lease holder waits until it loses the lease: delivered messages of that page are delivered again.
        var taken = new TaskCompletionSource();
        Ear[] ears = [NewEar(), NewEar()];
        var options = new OutboxOptions { BatchSize = 50 };
        await using var one = shop.Worker(ears[0], options);
        await using var two = shop.Worker(ears[1], options);
        using var done = new CancellationTokenSource(Wait.Patience);

        var expiring = ExpireAsync();
        await Task.WhenAll(DeliverAsync(one), DeliverAsync(two), expiring);

        Assert.Equal(Messages, effects.Count);
        Assert.All(ears.SelectMany(ear => ear.Taken).DistinctBy(message => message.Id).GroupBy(message => message.OrderedBy), key =>
        {
            var delivered = key.OrderBy(message => message.Id).ToList();
            Assert.Equal(Messages / Keys, delivered.Count);
            Assert.Equal(delivered, delivered.OrderBy(message => effects[message.Id]));
        });
        Assert.All(ears, ear => Assert.False(ear.Taken.IsEmpty, "Only one of the workers ever had the turn."));
        Assert.True(comings > Messages, "No message came twice: the workers never met.");
        TestContext.Current.SendDiagnosticMessage($"{comings} comings of {Messages} messages, {await expiring} expiries");

        Ear NewEar() => new(topic, async message =>
        {
            if (Interlocked.Increment(ref comings) == InMiddle)
                await taken.Task.WaitAsync(Wait.Patience);
            await Task.Yield();
            effects.GetOrAdd(message.Id, _ => Interlocked.Increment(ref order));
        });

        async Task DeliverAsync(DeliverOutbox worker)
        {
            while (!done.IsCancellationRequested)
            {
                try
                {
                    await worker.DeliverAsync(CancellationToken.None);
                }
                catch (Exception error) when (error.IsOfTheDatabase())
                {
                    // It lost a deadlock; the messages come again.
                }
            }
        }

        async Task<int> ExpireAsync()
        {
            await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
            await connection.OpenAsync(CancellationToken.None);
            while (Volatile.Read(ref comings) < InMiddle && !done.IsCancellationRequested)
                await Task.Yield();
            var (expiries, held) = (0, await FenceAsync());
            while (await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM outbox WHERE topic = @topic", new { topic }) > 0 && !done.IsCancellationRequested)
            {
                // In the middle of a page, at another place each time.
                var delivered = effects.Count;
                while (taken.Task.IsCompleted && effects.Count < Math.Min(delivered + (7 * (expiries % 9)), Messages) && !done.IsCancellationRequested)
                    await Task.Yield();
                expiries += await connection.ExecuteAsync("UPDATE leases SET expires_at = UTC_TIMESTAMP(6) WHERE name = 'outbox' AND expires_at > UTC_TIMESTAMP(6)");
                if (await FenceAsync() > held)
                    taken.TrySetResult();
            }

            await done.CancelAsync();
            return expiries;

            Task<long> FenceAsync() => connection.ExecuteScalarAsync<long>("SELECT fence FROM leases WHERE name = 'outbox'");
        }
    }

    private async Task WriteAsync(string topic)
    {
        var rows = Enumerable.Range(0, Messages).Select(n => $"('{topic}', '{topic}:{n / InARow % Keys}', '{n}', UTC_TIMESTAMP(6))");
        await shop.ChangeAsync("INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES " + string.Join(", ", rows), new { });
    }
}
