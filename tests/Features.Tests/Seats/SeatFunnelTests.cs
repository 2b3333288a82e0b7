using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class SeatFunnelTests(Shop shop)
{
    [Fact]
    public async Task A_hold_and_its_reservation_are_counted_once_however_often_they_are_requested()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        var counted = new ConcurrentDictionary<string, long>();
        var host = replica.Services.GetRequiredService<IMeterFactory>();
        using var meters = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name is "dugout.holds" or "dugout.reservations" && ReferenceEquals(instrument.Meter.Scope, host))
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        meters.SetMeasurementEventCallback<long>((instrument, value, _, _) => counted.AddOrUpdate(instrument.Name, value, (_, before) => before + value));
        meters.Start();
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());

        var hold = (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");
        Assert.Equal("seat-taken", (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Code);
        for (var time = 0; time < 2; time++)
            Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, hold, "counted")).Status);

        Assert.Equal((1L, 1L), (counted.GetValueOrDefault("dugout.holds"), counted.GetValueOrDefault("dugout.reservations")));
    }
}
