using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

public sealed class HistoryRecorderTests
{
    private static readonly Seat Five = new(11, 5);

    private readonly HistoryRecorder _history = new(TimeProvider.System);

    [Fact]
    public async Task Concurrent_writers_are_supported()
    {
        await Parallel.ForAsync(0, 10_000, (i, _) =>
        {
            _history.Hold(i, 1, Five).Rejected("seat-taken", new UnavailableSeat(11, 5, "sold"));
            return ValueTask.CompletedTask;
        });

        var history = _history.Read();

        Assert.Equal(10_000, history.Operations.Count);
        Assert.Equal(10_000, history.Accounts.Count);
        Assert.Equal(10_000, history.Operations.Select(one => one.Id).Distinct().Count());
        Assert.All(history.Operations, one => Assert.True(one.Invoked <= one.Returned));
        Assert.Equal(history.Operations.Select(one => one.Invoked).Order(), history.Operations.Select(one => one.Invoked));
    }

    [Fact]
    public void An_operation_without_a_response_is_unknown()
    {
        _history.Reserve(1, 1, 10, "key", Five);

        var sale = Assert.Single(_history.Read().UnknownSales);

        Assert.Equal((OperationResult.Unknown, (TimeSpan?)null, "key", 10L), (sale.OperationResult, sale.Returned, sale.Key, sale.Hold));
    }

    [Fact]
    public void Operations_are_recorded_with_their_responses()
    {
        var until = new DateTime(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);
        _history.Hold(1, 1, Five).Held(10, until);
        _history.Renew(1, 1, 10, Five).Renewed(until.AddMinutes(1));
        _history.Reserve(1, 1, 10, "key", Five).Reserved(77, 100, new SeatAtPrice(11, 5, 100));
        _history.CancelSeat(1, 1, 77, Five).Done();
        _history.Cancel(1, 1, 77, Five).Rejected("already-cancelled");
        _history.Release(1, 1, 10, Five).Failed("404 no-such-hold");
        _history.HoldsLost(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2));

        var history = _history.Read();

        Assert.Equal([OperationKind.Hold, OperationKind.Renew, OperationKind.Reserve, OperationKind.CancelSeat, OperationKind.Cancel, OperationKind.Release], history.Operations.Select(one => one.OperationKind));
        Assert.Equal([OperationResult.Ok, OperationResult.Ok, OperationResult.Ok, OperationResult.Ok, OperationResult.Rejected, OperationResult.Failed], history.Operations.Select(one => one.OperationResult));
        Assert.Equal([until, until.AddMinutes(1)], history.Operations.Take(2).Select(one => one.Deadline!.Value));
        Assert.Equal((77L, 100L, Five), (history.Acknowledged[0].Reservation!.Value, history.Acknowledged[0].Total, history.Acknowledged[0].Sold[0].Seat));
        Assert.Equal(new HoldLoss(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2)), Assert.Single(history.HoldLosses));
    }

    [Theory]
    [InlineData(Outcome.Rejected, false, OperationResult.Rejected)]
    [InlineData(Outcome.Shed, false, OperationResult.Failed)] // a replica's own 503 did nothing
    [InlineData(Outcome.Shed, true, OperationResult.Unknown)] // the gateway's may have
    [InlineData(Outcome.ClientError, false, OperationResult.Failed)]
    [InlineData(Outcome.Fault, true, OperationResult.Unknown)]
    [InlineData(Outcome.TimeOut, true, OperationResult.Unknown)]
    internal void A_response_determines_the_result_of_its_operation(Outcome outcome, bool effectUnknown, OperationResult fate)
    {
        _history.Hold(1, 1, Five).RecordResponse(new ShopResponse<Hold>(outcome, "code", "", 0, null, effectUnknown), (_, _) => Assert.Fail("nothing was done"));

        Assert.Equal(fate, Assert.Single(_history.Read().Operations).OperationResult);
    }
}
