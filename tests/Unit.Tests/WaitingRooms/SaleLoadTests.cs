using Dugout.Features.WaitingRooms;
using Xunit;
using static Dugout.Features.WaitingRooms.AdmissionWindow;

namespace Dugout.Unit.Tests.WaitingRooms;

public sealed class SaleLoadTests
{
    [Theory]
    [InlineData(0, 501, 0, 0, nameof(Strain.TooMuch), "slow")]
    [InlineData(2, 20, 0, 0, nameof(Strain.TooMuch), "failing")]
    [InlineData(0, 20, 51, 0, nameof(Strain.TooMuch), "pool-wait")]
    [InlineData(0, 20, 0, 91, nameof(Strain.TooMuch), "cpu")]
    [InlineData(2, 501, 51, 91, nameof(Strain.TooMuch), "slow")]
    [InlineData(1, 500, 50, 90, nameof(Strain.Much), "near")]
    [InlineData(1, 251, 50, 90, nameof(Strain.Much), "near")]
    [InlineData(1, 250, 50, 90, nameof(Strain.Little), "faster")]
    [InlineData(1, 126, 50, 90, nameof(Strain.Little), "faster")]
    [InlineData(1, 125, 50, 90, nameof(Strain.None), "faster")]
    public void The_strain_follows_the_slowest_and_what_failed(int failed, double p99, double poolWait, double cpu, string strain, string reason) =>
        Assert.Equal((Enum.Parse<Strain>(strain), reason), new SaleLoad.Report(100, failed, p99, poolWait, cpu).StrainBy(new() { BusyMilliseconds = 500 }));

    [Fact]
    public void The_load_of_all_replicas_is_their_sum_and_the_busiest() =>
        Assert.Equal(new SaleLoad.Report(30, 3, 90, 7, 60), SaleLoad.Report.Of([new(10, 1, 90, 2, 60), new(20, 2, 15, 7, 30)]));

    [Fact]
    public void A_report_begins_anew()
    {
        var load = new SaleLoad();
        for (var n = 1; n <= 100; n++)
            load.Add(TimeSpan.FromMilliseconds(n), failed: n > 98);

        Assert.Equal(new SaleLoad.Report(100, 2, 99), load.Take());
        Assert.Equal(new SaleLoad.Report(0, 0, 0), load.Take());
    }
}
