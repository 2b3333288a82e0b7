using Dugout.Load.Results;
using Dugout.Load.Tests.Report;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>The limit of a run.</summary>
public sealed class LimitTests
{
    [Fact]
    public void A_full_machine_is_the_limit_and_the_busiest_processes_are_named() =>
        Assert.Equal("The limit is the machine: 90 % of 2 cores are used, most by mysql-primary (50 %), api-1 (30 %), the generator (10 %).", Of(("mysql-primary", 20), ("api-1", 12), ("load", 4)));

    [Fact]
    public void A_generator_that_uses_much_of_the_machine_is_reported() =>
        Assert.Contains("The generator takes 40 % of that; ", Of(("api-1", 24), ("load", 16)), StringComparison.Ordinal);

    [Fact]
    public void One_thread_can_be_full_on_an_idle_machine() =>
        Assert.StartsWith("The limit is Redis: its one thread is busy 95 % of the time", Of(("redis", 19), ("api-1", 2)), StringComparison.Ordinal);

    [Fact]
    public void Replicas_that_use_up_their_slices_are_the_limit_on_an_idle_machine()
    {
        // A run of 20 s: each may use 6 s.
        var sliced = With(("api-1", 5.9), ("api-2", 5.5), ("mysql-primary", 2)) with { ApiCores = 0.3 };

        Assert.StartsWith("The limit is the API: each of 2 replicas may use 0.3 of a core, and 95 % of that is used; 34 % of 2 cores are used", Limit.Of(sliced), StringComparison.Ordinal);
        Assert.StartsWith("Nothing was at its limit", Limit.Of(sliced with { ApiCores = 0.5 }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_replica_that_may_use_less_is_the_limit_while_the_others_have_some_left()
    {
        // A run of 20 s: the first may use 2 s, the others 6 s each.
        var slow = With(("api-2", 3), ("api-1", 1.96), ("api-3", 2.4), ("mysql-primary", 2)) with { ApiCores = 0.3, FirstApiCores = 0.1 };
        var even = With(("api-1", 1.96), ("api-2", 5.8), ("api-3", 5.9)) with { ApiCores = 0.3, FirstApiCores = 0.1 };

        Assert.StartsWith("The limit is api-1: it may use 0.1 of a core, and 98 % of that is used, while 45 % is of the 0.3 that each of the others may use; ", Limit.Of(slow), StringComparison.Ordinal);
        Assert.StartsWith("The limit is the API: each of 3 replicas may use 0.3 of a core, the first one 0.1, and 98 % of that is used; ", Limit.Of(even), StringComparison.Ordinal);
    }

    [Fact]
    public void Replicas_that_are_stopped_again_and_again_are_the_limit_though_something_is_left()
    {
        var sliced = With(("api-1", 5.2), ("mysql-primary", 2)) with { ApiCores = 0.3 };

        Assert.StartsWith("Nothing was at its limit", Limit.Of(sliced with { Throttled = new Dictionary<string, double> { ["api-1"] = 0.3 } }), StringComparison.Ordinal);
        Assert.StartsWith(
            "The limit is the API: each of 1 replicas may use 0.3 of a core, and 87 % of that is used, and in 80 % of its periods the kernel throttled them; ",
            Limit.Of(sliced with { Throttled = new Dictionary<string, double> { ["api-1"] = 0.8 } }), StringComparison.Ordinal);
    }

    [Fact]
    public void Waiting_for_connections_is_the_limit_where_it_is_much_of_an_iteration() =>
        Assert.StartsWith("The limit is the pool of database connections:", Limit.Of(With(("api-1", 2)) with { Waits = new Dictionary<string, WaitRecord> { ["api-1"] = new(400, 5) } }), StringComparison.Ordinal);

    [Fact]
    public void Where_nothing_is_full_nothing_is_blamed()
    {
        Assert.StartsWith("Nothing was at its limit: the requested load was served", Of(("api-1", 2)), StringComparison.Ordinal);
        var closed = With(("api-1", 2));
        Assert.StartsWith("Nothing was at its limit: 8 callers wait for their responses", Limit.Of(closed with { Settings = closed.Settings with { Callers = 8 } }), StringComparison.Ordinal);
    }

    [Fact]
    public void Without_processor_times_nothing_is_claimed() => Assert.StartsWith("The limit is unknown", Of(), StringComparison.Ordinal);

    private static string Of(params (string Process, double Seconds)[] used) => Limit.Of(With(used));

    private static RunRecord With(params (string Process, double Seconds)[] used) => Runs.Example with { ProcessorSeconds = used.ToDictionary(one => one.Process, one => one.Seconds) };
}
