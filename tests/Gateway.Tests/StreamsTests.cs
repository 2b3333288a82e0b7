using System.Diagnostics;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>A stream is open for as long as its page, through the gateway, too.</summary>
public sealed class StreamsTests
{
    [Fact]
    public async Task A_stream_may_be_silent_for_longer_than_another_response()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address], ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:00:00.2"));
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);

        using var lines = await OpenAsync(http, silence: 1_000);

        Assert.Equal("first", await LineAsync(lines));
        Assert.Equal("second", await LineAsync(lines));
    }

    [Fact]
    public async Task A_silent_stream_ends_at_its_own_timeout()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address], ("ReverseProxy:Routes:seat-changes:Metadata:ActivityTimeout", "00:00:01"));
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);

        using var lines = await OpenAsync(http, silence: 60_000);

        Assert.Equal("first", await LineAsync(lines));
        await Assert.ThrowsAnyAsync<IOException>(() => LineAsync(lines));
    }

    [Fact]
    public async Task A_stopping_gateway_ends_its_streams_and_stops_in_time()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address]);
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);
        using var lines = await OpenAsync(http, silence: 60_000);
        Assert.Equal("first", await LineAsync(lines));

        var since = Stopwatch.StartNew();
        await gateway.Services.GetRequiredService<IHost>().StopAsync(TestContext.Current.CancellationToken);

        Assert.InRange(since.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(5));
        await Assert.ThrowsAnyAsync<Exception>(() => LineAsync(lines));
    }

    private static async Task<StreamReader> OpenAsync(HttpClient http, int silence) =>
        new(await http.GetStreamAsync(new Uri($"/api/games/3/seat-changes?silence={silence}", UriKind.Relative)).WaitAsync(Wait.Patience));

    private static async Task<string?> LineAsync(StreamReader lines) => await lines.ReadLineAsync().WaitAsync(Wait.Patience);
}
