using Dugout.Tests.Support;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>Leases that are rows. Each test has a lease of its own, and each holder a connection of its own.</summary>
public sealed class RowLeaseRaces(Shop shop) : IAsyncLifetime
{
    /// <summary>Fewer than the pool has connections.</summary>
    private const int Callers = 20;
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(30);

    private readonly string _name = $"test-{Guid.NewGuid():N}";
    private readonly List<LeasedConnection> _connections = [];
    private readonly FakeTimeProvider _clock = new();
    private Databases _databases = null!;

    public ValueTask InitializeAsync()
    {
        _databases = shop.Databases();
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
            await connection.DisposeAsync();
    }

    [Fact]
    public async Task Of_many_callers_at_once_one_gets_the_lease_and_its_number_is_the_next()
    {
        var callers = new List<(RowLease Lease, LeasedConnection Connection)>();
        for (var caller = 0; caller < Callers; caller++)
            callers.Add(await NextAsync());
        // A free lease without a row, then one that was released, then one that has expired.
        for (var round = 1; round <= 3; round++)
        {
            var taken = await Task.WhenAll(callers.Select(caller => Task.Run(() => caller.Lease.TakeAsync(caller.Connection, CancellationToken.None))));

            Assert.Single(taken, isTaken => isTaken);
            var (holder, _) = callers.Single(caller => caller.Lease.Fence is not null);
            Assert.Equal(round, holder.Fence);
            Assert.Equal(round, await FenceAsync());
            callers.RemoveAll(caller => caller.Lease == holder);
            if (round == 1)
                await holder.ReleaseAsync(_databases);
            else
                await ExpireAsync();
        }
    }

    [Fact]
    public async Task A_held_lease_is_not_taken_and_a_released_one_is_free_at_once()
    {
        var ((one, at), (two, by)) = (await NextAsync(), await NextAsync());
        Assert.True(await one.TakeAsync(at, CancellationToken.None));
        Assert.False(await two.TakeAsync(by, CancellationToken.None));

        await one.ReleaseAsync(_databases);

        Assert.Null(one.Fence);
        Assert.True(await two.TakeAsync(by, CancellationToken.None));
        await one.ReleaseAsync(_databases);
        Assert.False(await one.TakeAsync(at, CancellationToken.None));
    }

    [Fact]
    public async Task A_lease_is_renewed_once_in_a_third_of_its_length()
    {
        var (lease, connection) = await NextAsync();
        Assert.True(await lease.TakeAsync(connection, CancellationToken.None));
        var (before, fence) = (await ExpiryAsync(), lease.Fence);

        _clock.Advance((Length / 3) - TimeSpan.FromMilliseconds(1));
        Assert.True(await lease.TakeAsync(connection, CancellationToken.None));
        Assert.Equal(before, await ExpiryAsync());

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.True(await lease.TakeAsync(connection, CancellationToken.None));
        Assert.True(await ExpiryAsync() > before);
        Assert.Equal(fence, lease.Fence);
    }

    [Fact]
    public async Task A_holder_whose_lease_has_passed_on_does_not_renew_it()
    {
        var ((one, at), (two, by)) = (await NextAsync(), await NextAsync());
        Assert.True(await one.TakeAsync(at, CancellationToken.None));
        await ExpireAsync();
        Assert.True(await two.TakeAsync(by, CancellationToken.None));
        var expiry = await ExpiryAsync();

        _clock.Advance(Length);
        Assert.False(await one.TakeAsync(at, CancellationToken.None));

        Assert.Null(one.Fence);
        Assert.Equal((2, expiry), (await FenceAsync(), await ExpiryAsync()));
    }

    [Fact]
    public async Task Work_goes_on_while_its_lease_is_renewed_and_is_cancelled_when_it_is_lost()
    {
        var ((one, at), (two, by)) = (await NextAsync(), await NextAsync());
        Assert.True(await one.TakeAsync(at, CancellationToken.None));
        var before = await ExpiryAsync();

        var working = one.HoldWhileAsync(at, Timeout.InfiniteTimeSpan, async held =>
        {
            await Task.Delay(Timeout.Infinite, held);
            return 0;
        }, CancellationToken.None);
        await Wait.UntilAsync("the lease is renewed", async () =>
        {
            _clock.Advance(Length / 3);
            return await ExpiryAsync() > before;
        });
        Assert.False(working.IsCompleted);
        await ExpireAsync();
        while (!await two.TakeAsync(by, CancellationToken.None))
            await ExpireAsync();
        await Wait.UntilAsync("the work is cancelled", () =>
        {
            _clock.Advance(Length / 3);
            return Task.FromResult(working.IsCompleted);
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => working);
        Assert.Null(one.Fence);
    }

    private async Task<(RowLease Lease, LeasedConnection Connection)> NextAsync()
    {
        _connections.Add(await _databases.OpenPrimaryAsync(TestContext.Current.CancellationToken));
        return (new(_name, Length, _clock), _connections[^1]);
    }

    private Task ExpireAsync() => shop.ChangeAsync("UPDATE leases SET expires_at = UTC_TIMESTAMP(6) WHERE name = @_name", new { _name });

    private Task<long> FenceAsync() => shop.QueryAsync<long>("SELECT fence FROM leases WHERE name = @_name", new { _name });

    private Task<DateTime> ExpiryAsync() => shop.QueryAsync<DateTime>("SELECT expires_at FROM leases WHERE name = @_name", new { _name });
}
