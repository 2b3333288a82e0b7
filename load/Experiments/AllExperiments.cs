using Dugout.Load.Exits;
using Dugout.Load.Scenarios;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>Every experiment.</summary>
internal static partial class AllExperiments
{
    /// <summary>The A/A experiment: its variants are equal.</summary>
    public const string Same = "same";

    /// <summary>Its variant that equals the first one, under another name.</summary>
    public const string TheSame = "the same";

    /// <summary>The experiment whose variants do extra work.</summary>
    public const string DearerName = "dearer";

    /// <summary>The demonstration of what a Redis script is. It has no variants to compare, but is listed and run like an experiment.</summary>
    public const string LuaAtomic = "is-lua-atomic";

    private const double SmallMachine = 0.3;
    private const double SlowMachine = 0.1;

    // As many products, fans and campaigns as the published load test of a marketplace had.
    private const string Market = "report-000";

    // As many fans, posts and comments as a published load test of a feed had, and as many posts as one of a talk board.
    private const string Fed = "report-002";
    private const string Board = "report-003-double";

    // Without the index on its order, every page of the guest feed is sorted anew.
    private const string Sorted = "feed-index-dropped";

    // Some games draw most of the requests.
    private const string Popular = "zipf:1";

    private static readonly ClaimRule FivePercent = new();

    // Times, and rates of closed loads, vary with the machine's speed: only large effects can be separated from that.
    private static readonly ClaimRule Large = new() { LeastEffect = 0.2, WidestNoise = 1 };

    private static readonly VariantLoad Browsing = new(Browse.Name, IsOpen: true, Size: 60, Seconds: 10, WarmUpSeconds: 6) { Fans = 4, Keys = Popular };
    private static readonly VariantLoad BrowsingCrowd = new(Browse.Name, IsOpen: false, Size: 12, Seconds: 10, WarmUpSeconds: 6) { Fans = 4, Keys = Popular };

    // A gateway that .NET still compiles during the measurement looks more expensive than it is: after six seconds most of a request's path was still quick-start code.
    private static readonly VariantLoad CompiledCrowd = BrowsingCrowd with { Seconds = 20, WarmUpSeconds = 40 };

    // Compilation goes on for a while, and would use up a CPU limit.
    private static readonly VariantLoad LimitedCrowd = BrowsingCrowd with { Size = 24, WarmUpSeconds = 12 };
    private static readonly VariantLoad Buying = new(Ticketing.Name, IsOpen: true, Size: 30, Seconds: 10, WarmUpSeconds: 6);

    // Nearly all fans buy of one game, so that strategies that first create rows of a game's seats have done so before the measurement; many fans, since each may have few seats
    // of it.
    private static readonly VariantLoad OneGame = Buying with { Size = 15, Fans = 100, Keys = "zipf:4" };
    private static readonly VariantLoad Crowd = new(Ticketing.Name, IsOpen: false, Size: 8, Seconds: 10, WarmUpSeconds: 6);

    // As in a published load test of a marketplace: pages repeat only by chance.
    private static readonly VariantLoad Paging = new(ProductList.Name, IsOpen: false, Size: 12, Seconds: 10, WarmUpSeconds: 6) { Fans = 1 };

    // Few fans, since each signs in, and many campaigns, so that nearly every claim is the first of its fan.
    private static readonly VariantLoad Claiming = new(CouponRush.Name, IsOpen: false, Size: 12, Seconds: 10, WarmUpSeconds: 12) { Fans = 8 };

    // Deep pages are as likely as the first ones.
    private static readonly VariantLoad Reading = new(HomeFeed.Name, IsOpen: false, Size: 4, Seconds: 10, WarmUpSeconds: 6) { Fans = 4, Writes = 0 };
    private static readonly VariantLoad ReadingAndWriting = Reading with { Size = 16, Fans = 16, Writes = 50 };
    private static readonly VariantLoad Talking = new(Talk.Name, IsOpen: false, Size: 12, Seconds: 10, WarmUpSeconds: 12) { Fans = 12, Writes = 50 };

    // Every fan signs in once with a device and has a notice to receive: enough fans that none signs in twice. Few callers, so that they are not the bottleneck where pushes are.
    private const int StormFans = 40_000;
    private static readonly VariantLoad SigningIn = new(LoginStorm.Name, IsOpen: false, Size: 8, Seconds: 20, WarmUpSeconds: 12) { Fans = StormFans, PushMilliseconds = 200 };

    // Everything cacheable is cached after a moment, so that a trial may be short.
    private static readonly VariantLoad Short = Browsing with { Seconds = 4, WarmUpSeconds = 4, Keys = "single" };
    private static readonly VariantLoad Frozen = Browsing with { Disturbance = new("api-1", After: 4, Seconds: 2) };

    /// <summary>All experiments.</summary>
    public static IReadOnlyList<Experiment> List { get; } =
    [
        new("cache", "What does a response cache save, and where should it be: in Redis, in memory, or both?",
            [Cached("None"), Cached("Redis"), Cached("Memory"), Cached("Both")], Browsing, Metric.Statements, FivePercent),
        new("cache-closed", "The same in a closed loop, whose callers wait for their responses.",
            [Cached("None"), Cached("Redis"), Cached("Both")], BrowsingCrowd, Metric.Throughput, FivePercent),
        new("gateway-cache", "What does a cache in the gateway save the whole shop, beyond the replicas' own?",
            [new("replicas"), new("gateway and replicas") { GatewayCaches = true }], CompiledCrowd, Metric.Cpu, Large),
        new("leave-one-out", "What does each optimization save the whole shop? The first variant has all of them, each other one lacks one.",
            [
                Optimized("all"),
                Optimized("no cache in replicas") with { Api = new() { ["Cache__Mode"] = "None" } },
                Optimized("no cache in the gateway") with { GatewayCaches = false },
                Optimized("no read replica", readReplicas: 0),
                Optimized("no group commit") with { Api = new() { ["Writes__GroupSize"] = "1" } },
                Optimized("no connection pools") with { Faults = ["no-pools"] },
                Optimized("no index by game") with { Faults = ["claims-by-number"] },
                Optimized("round robin") with { Gateway = new() { ["Gateway__Policy"] = "RoundRobin" } },
            ],
            // At a low rate most of a replica's CPU is compilation and timers, not requests.
            Crowd with { Seconds = 15, WarmUpSeconds = 30 }, Metric.Work, FivePercent)
        {
            Interpretation = "A ratio above 1 is what the optimization saves. Redis' check of sold seats has no variant, because these fans request free seats: it saves the queries of those who request sold ones.",
        },
        new("replica", "What relieves the primary: a separate connection pool for reads, or read replicas? (Without a response cache.)",
            [Replicas(0, "one pool") with { Faults = ["one-pool"] }, Replicas(0, "separate pools"), Replicas(1, "1+1"), Replicas(2, "1+2")],
            Buying, Metric.PrimaryStatements, FivePercent),
        new("scale-out", "Do more API replicas serve more, each limited to 0.3 of a core? And what does a response cache add? (Only the last variant has one.)",
            [Scaled(1), Scaled(2), Scaled(3), Scaled(3) with { Name = "3, response cache", Api = new() { ["Cache__Mode"] = "Both" } }],
            // Compilation goes on for a while, and would use up a CPU limit.
            BrowsingCrowd with { WarmUpSeconds = 12 }, Metric.Throughput, Large),
        new("pool-size", "How many connections does a pool need so that callers do not wait for them?",
            [Pool(40), Pool(20), Pool(5), Pool(2)], Crowd with { Size = 32 }, Metric.P99, Large) { IsCurve = true },
        new("seat-claim", "What does each strategy to claim a seat cost the database? (Two of them can sell a seat twice, and run without the unique key.)",
            [Claimed("unique-key"), Claimed("conditional-update"), Claimed("row-lock"), ClaimedWithoutKey("redis-gate"), ClaimedWithoutKey("in-process-lock")],
            OneGame, Metric.Statements, FivePercent),
        new("open-or-closed", "The shop is frozen for two seconds: which load model reveals it?",
            [new("open"), new("closed") { Load = Frozen with { IsOpen = false, Size = 4 } }], Frozen, Metric.P99, Large with { LeastEffect = 0.5 })
        {
            Interpretation = "Here \"better\" means that the load model hides the freeze: both variants are the same shop, frozen for the same time. The callers of the closed load waited, so the requests they would have sent meanwhile are missing from its latencies.",
        },
        new("product-cache", "What does a cache of product lists save where every page begins elsewhere? And is a cache key without the delivery type detected?",
            [Sold("None"), Sold("Both"), Sold("Both") with { Name = "Both, wrong key", IsNegativeControl = true, Faults = ["product-key-without-delivery"] }],
            Paging, Metric.Statements, FivePercent),
        new("coupon-scale-out", "Do two API replicas issue more coupons than one, each limited to 0.3 of a core?",
            [Given(1), Given(2)], Claiming, Metric.Throughput, Large),
        new("feed-index", "What does an index on the order of the feed save? (The schema has it; the baseline's lacks it.)",
            [Feed("sort", Sorted), Feed("index")], Reading, Metric.Rows, FivePercent),
        new("offset-or-keyset", "What does a page deep in the feed cost with offset pagination, and with keyset pagination?",
            [Feed("offset", "feed-by-offset"), Feed("keyset")], Reading, Metric.Rows, FivePercent)
        {
            Interpretation = "No client writes during the trials. Where one does, offset pages repeat and skip posts, which is wrong at any speed.",
        },
        new("feed-replicas", "What relieves the primary when 50 % of the callers read the feed and 50 % write: a separate pool for reads, or read replicas? (Without a response cache.)",
            [Replicas(0, "one pool") with { Faults = ["one-pool"], Volume = Fed }, .. new[] { Replicas(0, "separate pools"), Replicas(1, "1+1"), Replicas(2, "1+2") }.Select(variant => variant with { Volume = Fed })],
            ReadingAndWriting, Metric.PrimaryStatements, FivePercent),
        new("two-web-servers", "Do two API replicas, each limited to 0.3 of a core, serve more than one when the database is the bottleneck? And when it is not?",
            [Web(1, "1, sort", Sorted), Web(2, "2, sort", Sorted), Web(1, "1, index"), Web(2, "2, index")], Reading with { Size = 8, Fans = 8, WarmUpSeconds = 12 }, Metric.Throughput, Large)
        {
            Interpretation = "No difference is expected between the first two: each page is sorted anew, so the database is busy and its clients wait. The limit of each trial names the bottleneck.",
        },
        new("decay", "Does the feed slow down as posts accumulate, while 50 % of the callers write?",
            [Feed("200,000 posts"), Feed("350,000 posts") with { Volume = "report-002-350k" }, Feed("1,000,000 posts") with { Volume = "report-002-1m" }],
            ReadingAndWriting with { Seconds = 30 }, Metric.Rows, FivePercent)
        {
            Interpretation = "No difference is the desired result. The metric of the last fifth shows whether a trial sustained its throughput.",
        },
        new("feed-eviction", "How often is the first page of the feed cached if every write invalidates it, and if only writes that change it do? One caller in sixteen writes.",
            [Evicting("All", "feed-evicts-always"), Evicting("Touched")], ReadingAndWriting with { Writes = 6 }, Metric.CacheHitRatio, Large),
        new("talk-io", "Do more API replicas help a talk board that mostly waits for the database? 50 % of the callers read, 50 % write; each replica is limited to 0.3 of a core.",
            [Talks(1), Talks(3)], Talking, Metric.Throughput, Large),
        new("talk-io-reads", "The same with callers who only read.", [Talks(1), Talks(3)], Talking with { Writes = 0 }, Metric.Throughput, Large),
        new("talk-io-writes", "The same with callers who only write.", [Talks(1), Talks(3)], Talking with { Writes = 100 }, Metric.Throughput, Large),
        new("login-tokens", "What does a push token cost a sign-in: read from a file and exchanged each time, read from a file, cached, or taken from the device? (Password hashes of 1,000 rounds, so that they do not hide it.)",
            [Pushing("FileAndExchange", "push-token-exchange"), Pushing("FileRead", "push-token-file"), Pushing("Cached", "push-token-cached"), Pushing("FromDevice")], SigningIn, Metric.Throughput, Large)
        {
            Interpretation = "Callers wait for their responses, so everything a sign-in waits for counts in full; with the shop's own hashes, which cost two hundred times as much, it would count less.",
        },
        new("login-notices", "Where should notices be pushed from: the sign-in request, a thread pool in the API, or rows that a worker reads? (Password hashes of 1,000 rounds.)",
            [Pushing("Inline", Variant.PushInline), Pushing("Pool", Variant.PushPool), Pushing("Outbox")], SigningIn with { Seconds = 60 }, Metric.AfterPeak, Large)
        {
            Interpretation = "The pool is expected to be worse: it is fast until its queue is full, and then sign-ins push within the request. That is the decay after the peak; the page of each trial shows the queue beside the ok iterations. Sign-ins that always push within the request have no peak to decay from.",
        },
        new("balancing", "Which load-balancing policy serves most with three equal API replicas, each limited to 0.3 of a core?",
            [Spread("RoundRobin"), Spread("LeastRequests"), Spread("PowerOfTwoChoices"), Spread("Random")], LimitedCrowd, Metric.Throughput, Large),
        new("balancing-slow", "The same where the first replica is limited to a third of the others' CPU.",
            [Spread("RoundRobin", SlowMachine), Spread("LeastRequests", SlowMachine), Spread("PowerOfTwoChoices", SlowMachine), Spread("Random", SlowMachine)], LimitedCrowd, Metric.Throughput, Large),
        new("balancing-nginx", "The same three equal replicas behind nginx: round robin or least connections, and with workers that do not share their counts?",
            Before(null), LimitedCrowd, Metric.Throughput, Large),
        new("balancing-nginx-slow", "The same where the first replica is limited to a third of the others' CPU.",
            Before(SlowMachine), LimitedCrowd, Metric.Throughput, Large),
        new("front-door", "What does the gateway cost a request, compared with nginx and with no proxy?",
            [
                Behind(Proxy.Nginx, "nginx"),
                Behind(Proxy.Nginx, "nginx, no keep-alive") with { Nginx = new() { KeepsConnections = false } },
                Behind(Proxy.Gateway, "gateway"),
                Behind(Proxy.Gateway, "gateway, default sockets") with { Gateway = new() { ["DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"] = "0" } },
                Behind(Proxy.None, "direct"),
            ],
            CompiledCrowd, Metric.ProxyCpu, Large)
        {
            Goal = new("gateway", AtMost: 1.5),
            Interpretation = "A gateway that meets its goal is still \"worse\" than nginx, as expected. Default sockets wake another thread for each event; without keep-alive, nginx opens a new connection to the replica for each request. Without a proxy the gateway only checks the replica's health; the latencies then show what a proxy adds.",
        },
        new("descriptors", "What happens when nginx may open fewer files than it has connections?",
            [Behind(Proxy.Nginx, "enough"), Behind(Proxy.Nginx, "64 files") with { Nginx = new() { Files = 64 } }], BrowsingCrowd with { Size = 96, Seconds = 30 }, Metric.Throughput, Large)
        {
            Interpretation = "Each request needs two descriptors, one for the client and one for the replica. The gateway logs a warning when it starts with too few.",
        },
        new(Same, "Does the lab report a difference where there is none? (For `calibrate`.)",
            [new("as shipped"), new(TheSame)], Short with { Seconds = 2, WarmUpSeconds = 2 }, Metric.Cpu, FivePercent),
        new(DearerName, "How small an extra cost does the lab detect? Each request computes additional hashes. (For `calibrate`.)",
            [new("as shipped"), Dearer(500), Dearer(1_000), Dearer(2_000)], Short with { Seconds = 2, WarmUpSeconds = 2 }, Metric.Cpu, FivePercent),
    ];

    /// <summary>The experiment of this name; null when there is none.</summary>
    public static Experiment? Find(string name) => List.FirstOrDefault(experiment => experiment.Name == name);

    /// <summary>The experiment of this name.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    public static Experiment Get(string name) => Find(name) ?? throw new UsageException($"there is no experiment '{name}'; available: {string.Join(", ", List.Select(one => one.Name).Append(LuaAtomic))}");
}
