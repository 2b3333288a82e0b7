namespace Dugout.Load.Experiments;

internal static partial class AllExperiments
{
    // The names are the setting's own values.
    private static Variant Cached(string name) => new(name) { Api = new() { ["Cache__Mode"] = name } };

    private static Variant Replicas(int count, string name) => new(name, "--read-replicas", $"{count}") { Api = new() { ["Cache__Mode"] = "None" } };

    private static Variant Optimized(string name, int readReplicas = 1) =>
        new(name, "--replicas", "2", "--read-replicas", $"{readReplicas}") { Gateway = new() { ["Gateway__Policy"] = "LeastRequests" }, GatewayCaches = true };

    private static Variant Scaled(int replicas) => new($"{replicas}", "--replicas", $"{replicas}") { Api = new() { ["Cache__Mode"] = "None" }, ApiCores = SmallMachine };

    private static Variant Sold(string name) => new(name) { Api = new() { ["Cache__Mode"] = name }, Volume = Market };

    private static Variant Given(int replicas) => new($"{replicas}", "--replicas", $"{replicas}") { ApiCores = SmallMachine, Volume = Market };

    // Nothing is cached, so that every page is a query.
    private static Variant Feed(string name, params string[] faults) => new(name) { Api = new() { ["Cache__Mode"] = "None" }, Faults = faults, Volume = Fed };

    private static Variant Web(int replicas, string name, params string[] faults) =>
        Feed(name, faults) with { Options = ["--replicas", $"{replicas}"], ApiCores = SmallMachine };

    private static Variant Evicting(string name, params string[] faults) => new(name) { Faults = faults, Volume = Fed };

    // The names are the setting's own values.
    private static Variant Spread(string policy, double? first = null) =>
        new(policy, "--replicas", "3") { Gateway = new() { ["Gateway__Policy"] = policy }, ApiCores = SmallMachine, FirstApiCores = first };

    private static Variant Behind(Proxy proxy, string name) => new(name) { Proxy = proxy };

    // A single worker knows every request. Two workers that do not share counts each begin at the first replica, and balance only their own requests.
    private static Variant[] Before(double? first) =>
    [
        Balanced("round robin", new(), first),
        Balanced("least connections", new() { LeastConnections = true }, first),
        Balanced("round robin, 2 separate workers", new() { Workers = 2, SharesCounts = false }, first),
        Balanced("least connections, 2 separate workers", new() { Workers = 2, SharesCounts = false, LeastConnections = true }, first),
    ];

    private static Variant Balanced(string name, NginxSettings nginx, double? first) =>
        new(name, "--replicas", "3") { Proxy = Proxy.Nginx, Nginx = nginx, ApiCores = SmallMachine, FirstApiCores = first };

    private static Variant Talks(int replicas) => new($"{replicas}", "--replicas", $"{replicas}") { ApiCores = SmallMachine, Volume = Board };

    // Without a fault it equals the shop. The queue of sign-ins is never full, so that none is shed.
    private static Variant Pushing(string name, params string[] faults) => new(name)
    {
        Api = new() { ["Accounts__HashQueueACore"] = "1000" },
        Faults = faults,
        Fans = StormFans,
        HashRounds = 1_000,
        HasSignInNotices = true,
    };

    private static Variant Dearer(int hashes) => new($"{hashes} hashes") { Faults = [$"extra-work-{hashes}"] };

    private static Variant Pool(int size) => new($"{size}") { Api = new() { ["Database__PoolSize"] = $"{size}" } };

    // The names are the setting's own values.
    private static Variant Claimed(string name) => new(name, "--replicas", "2") { Api = new() { ["Seats__Claim"] = name } };

    // The names are the faults' own. An existing unique key decides whatever check precedes it, so it is dropped.
    private static Variant ClaimedWithoutKey(string name) => new(name, "--replicas", "2") { Faults = [name, "claim-key-dropped"] };
}
