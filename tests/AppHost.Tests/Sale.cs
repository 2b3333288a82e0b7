using System.Collections.Concurrent;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>Fans who buy a seat of one game after the other.</summary>
internal sealed class Sale(TestedSystem system, string[] tokens, List<long> games) : IDisposable
{
    private readonly ConcurrentQueue<long> _acknowledged = [];
    private readonly SemaphoreSlim _bought = new(0);
    private int _next = -1;
    private volatile bool _isOver;

    public IReadOnlyCollection<long> Acknowledged => _acknowledged;

    /// <summary>Sells, does something in the middle, and goes on until every fan has bought after it.</summary>
    public async Task ThroughAsync(Func<Task> happens)
    {
        _isOver = false;
        var fans = tokens.Select(token => Task.Run(() => BuyAsync(token))).ToList();
        await ManyAsync();
        await happens();
        await ManyAsync();
        _isOver = true;
        await Task.WhenAll(fans);
    }

    /// <summary>Each fan buys one seat.</summary>
    public Task OneEachAsync() => Task.WhenAll(tokens.Select(BuyOneAsync));

    public void Dispose() => _bought.Dispose();

    private async Task ManyAsync()
    {
        for (var sale = 0; sale < 3 * tokens.Length; sale++)
            Assert.True(await _bought.WaitAsync(TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken));
    }

    private async Task BuyAsync(string token)
    {
        while (!_isOver)
        {
            await BuyOneAsync(token);
            _bought.Release();
        }
    }

    private async Task BuyOneAsync(string token)
    {
        var sale = Interlocked.Increment(ref _next);
        var gameId = games[sale % games.Count];
        var gradeId = (await system.GetAsync($"/api/games/{gameId}/grades")).GetProperty("items")[0].GetProperty("gradeId").GetInt64();
        var hold = await system.PostAsync($"/api/games/{gameId}/holds", new { seats = new[] { new { gradeId, number = sale + 1 } } }, token);
        var sold = await system.PostAsync("/api/reservations", new { gameId, holdId = hold.GetProperty("holdId").GetInt64() }, token);
        _acknowledged.Enqueue(sold.GetProperty("reservationId").GetInt64());
    }
}
