using System.Text.Json;
using Dugout.Load.Running;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class CommandLineTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Theory]
    [InlineData("load: a scenario or command is required: ticketing, browse, browse-live, seat-rush, opening-minute, login-storm, login-storm-one, my-page, product-list, coupon-rush, home-feed, post-write, rankings, talk, list, run, compare, break-it, report, check, plan, history, calibrate, costs, watchers, generator, growth, proxies, admission, waiting, faults, rehearse (see --help)")]
    [InlineData("load: there is no scenario 'tiketing'; available: ticketing, browse, browse-live, seat-rush, opening-minute, login-storm, login-storm-one, my-page, product-list, coupon-rush, home-feed, post-write, rankings, talk, list, run, compare, break-it, report, check, plan, history, calibrate, costs, watchers, generator, growth, proxies, admission, waiting, faults, rehearse (see --help)", "tiketing", "--rate", "5")]
    [InlineData("load: --rate must be a whole number from 1 to 10000, not '0' (see --help)", "ticketing", "--rate", "0")]
    [InlineData("load: --rate must be a whole number from 1 to 10000, not 'fast' (see --help)", "ticketing", "--rate", "fast")]
    [InlineData("load: --seconds must be a whole number from 1 to 86400, not '1.5' (see --help)", "ticketing", "--seconds", "1.5")]
    [InlineData("load: --warm-up 31 is longer than the load of 30 s whose beginning it runs (see --help)", "ticketing", "--warm-up", "31")]
    [InlineData("load: --warm-up 6 is longer than the load of 5 s whose beginning it runs (see --help)", "browse", "--callers", "2", "--seconds", "5", "--warm-up", "6")]
    [InlineData("load: --accounts must be a whole number from 1 to 1000000, not '-3' (see --help)", "ticketing", "--accounts", "-3")]
    [InlineData("load: --sign-in must be once or each, not 'twice' (see --help)", "ticketing", "--sign-in", "twice")]
    [InlineData("load: --preset must be weekday, derby, opening-minute, report-003-0, report-003-1, report-003-2, report-003-3, report-003-4 or report-004, not 'monday' (see --help)", "browse", "--preset", "monday")]
    [InlineData("load: --keys must be uniform, single or zipf:S with S above 0 and up to 10, not 'zipf:0' (see --help)", "ticketing", "--keys", "zipf:0")]
    [InlineData("load: --abandon must be a whole number from 0 to 100, not '101' (see --help)", "ticketing", "--abandon", "101")]
    [InlineData("load: --rate and --callers exclude each other: a load is open or closed (see --help)", "ticketing", "--rate", "5", "--callers", "5")]
    [InlineData("load: derby is the shape of an open load: use --rate, not --callers (see --help)", "browse", "--preset", "derby", "--callers", "5")]
    [InlineData("load: derby has three phases of a second or more: --seconds must be at least 3 (see --help)", "browse", "--preset", "derby", "--seconds", "2")]
    [InlineData("load: report-003-2 has rates of its own: use --scale, not --rate (see --help)", "talk", "--preset", "report-003-2", "--rate", "5")]
    [InlineData("load: weekday has no rates of its own: use --rate, not --scale (see --help)", "talk", "--scale", "0.1")]
    [InlineData("load: report-003-2 is the shape of an open load: use --scale, not --callers (see --help)", "talk", "--preset", "report-003-2", "--callers", "5")]
    [InlineData("load: report-003-3 has 3 phases of a second or more: --seconds must be at least 3 (see --help)", "talk", "--preset", "report-003-3", "--seconds", "2")]
    [InlineData("load: report-004 has callers of its own: use --scale, not --callers (see --help)", "login-storm", "--preset", "report-004", "--callers", "5")]
    [InlineData("load: report-004 has callers: use --scale, not --rate (see --help)", "login-storm", "--preset", "report-004", "--rate", "5")]
    [InlineData("load: report-004 is a load of callers, and seat-rush has none (see --help)", "seat-rush", "--preset", "report-004")]
    [InlineData("load: there is no option '--keys' (see --help)", "login-storm-one", "--keys", "single")]
    [InlineData("load: --scale must be a number from 0.001 to 100, not '0' (see --help)", "talk", "--preset", "report-003-2", "--scale", "0")]
    [InlineData("load: --writes must be a whole number from 0 to 100, not 'all' (see --help)", "talk", "--writes", "all")]
    [InlineData("load: there is no option '--writes' (see --help)", "post-write", "--writes", "5")]
    [InlineData("load: there is no option '--callers' (see --help)", "seat-rush", "--callers", "5")]
    [InlineData("load: there is no option '--sign-in' (see --help)", "login-storm", "--sign-in", "once")]
    [InlineData("load: there is no option '--sign-in' (see --help)", "my-page", "--sign-in", "each")]
    [InlineData("load: --out names no folder (see --help)", "ticketing", "--out", "")]
    [InlineData("load: there is no option '--rat' (see --help)", "ticketing", "--rat", "5")]
    [InlineData("load: there is no option '--rat' (see --help)", "--rat")]
    [InlineData("load: 'now' is not expected here (see --help)", "ticketing", "now")]
    [InlineData("load: --rate requires a value (see --help)", "ticketing", "--rate")]
    [InlineData("load: --rounds must be a whole number from 1 to 1000, not '0' (see --help)", "costs", "--rounds", "0")]
    [InlineData("load: --requests must be a whole number from 1 to 10000, not '10001' (see --help)", "costs", "--requests", "10001")]
    [InlineData("load: --callers must be a whole number from 1 to 64, not 'many' (see --help)", "costs", "--callers", "many")]
    [InlineData("load: --callers must be a whole number from 1 to 64, not '65' (see --help)", "costs", "--callers", "1", "65")]
    [InlineData("load: --max-cpu must be a whole number from 1 to 100, not '101' (see --help)", "costs", "--max-cpu", "101")]
    [InlineData("load: there is no option '--rate' (see --help)", "costs", "--rate", "5")]
    [InlineData("load: --flows must be a whole number from 32 to 1000, not '10' (see --help)", "growth", "--flows", "10")]
    [InlineData("load: there is no series 'prices'; available: callers, replicas, seats, sold, accounts, reservations (see --help)", "growth", "--series", "prices")]
    [InlineData("load: forwarder is started by `proxies` (see --help)", "forwarder", "no-address")]
    [InlineData("load: --most must be a whole number from 1000 to 20000, not '300000' (see --help)", "waiting", "--most", "300000")]
    [InlineData("load: there is no option '--fans' (see --help)", "waiting", "--fans", "5")]
    [InlineData("load: --rounds must be a whole number from 0 to 1000, not '1001' (see --help)", "faults", "--rounds", "1001")]
    [InlineData("load: there is no kind of fault 'disk'; available: api-kill, api-freeze, gateway-kill, gateway-freeze, worker-kill, worker-freeze, primary-kill, primary-freeze, replica-kill, replica-freeze, writer-kill, writer-freeze, writer-isolate, reader-kill, reader-freeze, redis-master-kill, redis-master-freeze, redis-replica-kill, redis-replica-freeze, flush-off, quorum-off (see --help)", "faults", "disk")]
    [InlineData("load: --peak must be a number from 1 to 1000, not 'much' (see --help)", "plan", "--peak", "much")]
    [InlineData("load: there is no option '--rate' (see --help)", "check", "--rate", "5")]
    [InlineData("load: --fans must be a whole number from 1 to 1000000, not '0' (see --help)", "rehearse", "--fans", "0")]
    [InlineData("load: --min-rate 50 is more than --max-rate 20 (see --help)", "rehearse", "--min-rate", "50", "--max-rate", "20")]
    [InlineData("load: --check requires a value (see --help)", "rehearse", "--check")]
    [InlineData("load: there is no experiment 'cash'; available: cache, cache-closed, gateway-cache, leave-one-out, replica, scale-out, pool-size, seat-claim, open-or-closed, product-cache, coupon-scale-out, feed-index, offset-or-keyset, feed-replicas, two-web-servers, decay, feed-eviction, talk-io, talk-io-reads, talk-io-writes, login-tokens, login-notices, balancing, balancing-slow, balancing-nginx, balancing-nginx-slow, front-door, descriptors, same, dearer, is-lua-atomic (see --help)", "run", "cash")]
    [InlineData("load: --blocks must be a whole number from 1 to 1000, not '0' (see --help)", "run", "cache", "--blocks", "0")]
    [InlineData("load: /nowhere/a cannot be read as a record: Could not find a part of the path '/nowhere/a'. (see --help)", "compare", "/nowhere/a", "/nowhere/b")]
    [InlineData("load: Required argument missing for command: 'compare' (see --help)", "compare", "/nowhere/a")]
    [InlineData("load: one record is that of an experiment, the other that of a single run (see --help)", "compare", "/nowhere/comparison.json", "/nowhere/record.json")]
    [InlineData("load: /nowhere/comparison.json cannot be read as the record of an experiment (DirectoryNotFoundException) (see --help)", "compare", "/nowhere/comparison.json", "/nowhere/comparison.json")]
    [InlineData("load: there is no option '--seats' (see --help)", "break-it", "--seats", "5")]
    [InlineData("load: baselines is started by `costs` (see --help)", "baselines")]
    public async Task A_wrong_command_line_is_one_line_and_64(string line, params string[] args)
    {
        var run = await LoadRun.Of(_shop, args);

        Assert.Equal((64, line, ""), (run.Code, run.Errors.TrimEnd(), run.Output));
        Assert.Empty(_shop.Requests);
    }

    [Fact]
    public async Task More_accounts_than_there_are_is_64()
    {
        _shop.Fans = 2;

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal((64, "load: --accounts 3 is more than the 2 accounts the system has (see --help)"), (run.Code, run.Errors.TrimEnd()));
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("ticketing", "--help")]
    [InlineData("seat-rush", "--help")]
    [InlineData("generator", "--help")]
    [InlineData("costs", "--help")]
    [InlineData("growth", "--help")]
    [InlineData("proxies", "--help")]
    [InlineData("waiting", "--help")]
    [InlineData("faults", "--help")]
    public async Task Help_names_the_exit_codes(params string[] args)
    {
        var run = await LoadRun.Of(_shop, args);

        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.Contains("69 no system is up", run.Output);
    }

    [Fact]
    public async Task A_system_whose_costs_cannot_be_read_is_69()
    {
        var file = _shop.AppHostFile();

        var run = await LoadRun.Of(_shop, "costs", "--apphost", file);

        Assert.Equal((69, $"load: {file} names no bare account, no Redis or no api-1: costs cannot be measured"), (run.Code, run.Errors.TrimEnd()));
    }

    [Fact]
    public async Task A_system_without_replicas_to_compare_with_the_gateway_is_69()
    {
        var file = _shop.AppHostFile();

        var run = await LoadRun.Of(_shop, "waiting", "--apphost", file);

        Assert.Equal((69, $"load: {file} names no gateway or no api-1: the cost of waiting fans cannot be measured"), (run.Code, run.Errors.TrimEnd()));
    }

    [Fact]
    public async Task No_file_is_69_and_one_line()
    {
        var run = await LoadRun.Of(_shop, "ticketing", "--apphost", "/nowhere/apphost.json");

        Assert.Equal((69, "load: no system is up: /nowhere/apphost.json does not exist", ""), (run.Code, run.Errors.TrimEnd(), run.Output));
    }

    [Theory]
    [InlineData("", "cannot be read")]
    [InlineData("[1]", "cannot be read")]
    [InlineData("{}", "names no http gateway or no primary database")]
    [InlineData("""{"gateway":"/relative","database":{"primary":"x"}}""", "names no http gateway or no primary database")]
    public async Task A_file_that_is_none_of_the_AppHosts_is_69(string content, string said)
    {
        var file = _shop.AppHostFile();
        await File.WriteAllTextAsync(file, content, TestContext.Current.CancellationToken);

        var run = await LoadRun.Of(_shop, "ticketing", "--apphost", file);

        Assert.Equal(69, run.Code);
        Assert.Contains(said, Assert.Single(run.Errors.TrimEnd().Split('\n')));
    }

    [Theory]
    [InlineData("ticketing")]
    [InlineData("browse")]
    public async Task A_system_on_another_machine_gets_no_load(string scenario)
    {
        var file = _shop.AppHostFile();
        await File.WriteAllTextAsync(file, """{"gateway":"http://192.0.2.1:8080","database":{"primary":"x"}}""", TestContext.Current.CancellationToken);

        var run = await LoadRun.Of(_shop, scenario, "--apphost", file);

        Assert.Equal((69, $"load: http://192.0.2.1:8080/ of {file} is not on this machine: load is only sent to this machine"), (run.Code, run.Errors.TrimEnd()));
    }

    [Fact]
    public async Task A_server_that_is_not_a_shop_gets_no_load()
    {
        _shop.Instead = (_, _) => Task.FromResult<Microsoft.AspNetCore.Http.IResult?>(Microsoft.AspNetCore.Http.TypedResults.Ok(new { items = Array.Empty<int>() }));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(69, run.Code);
        Assert.Contains("is not a Dugout", Assert.Single(run.Errors.TrimEnd().Split('\n')));
        Assert.Equal(["2 teams"], _shop.Requests.Keys);
    }

    [Fact]
    public async Task A_gateway_that_does_not_respond_is_69()
    {
        var file = _shop.AppHostFile();
        var address = _shop.Address;
        await _shop.StopAsync();

        var run = await LoadRun.Of(_shop, "ticketing", "--apphost", file);

        Assert.Equal((69, $"load: no system is up: {address}/ of {file} does not respond"), (run.Code, run.Errors.TrimEnd()));
    }

    [Fact]
    public async Task An_unavailable_database_is_69()
    {
        _shop.Rows = _ => throw new TimeoutException("no response");

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal((69, "load: the primary database is unavailable to the checks: no response"), (run.Code, run.Errors.TrimEnd()));
    }

    [Fact]
    public async Task The_file_of_the_checkout_is_found_from_a_folder_below_it()
    {
        using var folder = new TestFolder();
        var checkout = folder.Path;
        Directory.CreateDirectory(Path.Combine(checkout, ".run"));
        Directory.CreateDirectory(Path.Combine(checkout, "load", "Scenarios"));
        await File.WriteAllTextAsync(Path.Combine(checkout, "Solution.sln"), "", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(
            Path.Combine(checkout, ".run", "apphost.json"),
            JsonSerializer.Serialize(new { gateway = "http://127.0.0.1:8080", database = new { primary = "Server=127.0.0.1" } }),
            TestContext.Current.CancellationToken);

        Assert.Equal(Path.Combine(checkout, ".run", "apphost.json"), RunningSystem.FileOfCheckout(Path.Combine(checkout, "load", "Scenarios")));
        Assert.Null(RunningSystem.FileOfCheckout(Path.GetTempPath()));
    }
}
