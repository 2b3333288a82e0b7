using System.Diagnostics;
using System.Net;
using Dugout.Features.Accounts;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>What a password's hash costs, and who waits for it. Alone, for times are compared.</summary>
[Collection(nameof(Alone))]
public sealed class PasswordsTests(Shop shop)
{
    [Fact]
    public async Task A_hash_of_fewer_rounds_is_replaced_at_the_next_successful_sign_in()
    {
        await using var replica = shop.Replica(("Accounts:HashRounds", "3000"));
        using var http = replica.CreateClient();
        var (id, email) = shop.NextAccount();
        var seeded = await HashAsync(id);

        await http.SignInAsync(email, "wrong");
        Assert.Equal((seeded, 1_000), (await HashAsync(id), RoundsOf(seeded)));
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword)).Status);
        var renewed = await HashAsync(id);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword)).Status);

        Assert.Equal((3_000, renewed), (RoundsOf(renewed), await HashAsync(id)));
        Assert.Equal("bad-credentials", (await http.SignInAsync(email, "wrong")).Code);
    }

    [Fact]
    public async Task A_few_requests_queue_for_hashing_and_all_others_are_rejected_at_once()
    {
        // By the queue alone: no request waits until its deadline.
        await using var replica = shop.Replica(("Accounts:HashRounds", "300000"), ("Accounts:HashQueueACore", "1"), ("Accounts:HashWaitMilliseconds", "30000"));
        using var http = replica.CreateClient();
        var cores = Math.Max(1, Environment.ProcessorCount - 1);
        var emails = Enumerable.Range(0, 8 * cores).Select(_ => shop.NextAccount().Email).ToArray();

        var answers = await Together.RunAsync(emails.Length, caller => http.SignInAsync(emails[caller], "wrong"));

        Assert.All(answers, answer => Assert.True(
            answer is { Code: "bad-credentials" } or { Status: HttpStatusCode.ServiceUnavailable, Code: "sign-in-busy", Headers.RetryAfter: not null }, answer.Body));
        Assert.Contains(answers, answer => answer.Code == "bad-credentials");
        Assert.Contains(answers, answer => answer.Code == "sign-in-busy");
    }

    /// <summary>Counted on the wire. In a rush most sign-ins are of this kind.</summary>
    [Fact]
    public async Task A_full_queue_rejects_a_sign_in_before_any_query()
    {
        await using var bill = new Bill(shop, ("Accounts:HashWaitMilliseconds", "0"));
        var passwords = bill.Services.GetRequiredService<Passwords>();
        var email = shop.NextAccount().Email;
        List<IDisposable> turns = [];
        while (await passwords.TurnAsync(TestContext.Current.CancellationToken) is { } turn)
            turns.Add(turn);

        var refused = await bill.AddAsync("a sign-in too many", () => bill.Http.SignInAsync(email, Shop.FanPassword), HttpStatusCode.ServiceUnavailable);
        turns.ForEach(turn => turn.Dispose());
        await bill.AddAsync("a sign-in", () => bill.Http.SignInAsync(email, Shop.FanPassword));

        Assert.Equal("sign-in-busy", refused.Code);
        Assert.Equal(new("a sign-in too many", 0, 0, 0), bill.Costs[0]);
        Assert.NotEqual(0, bill.Costs[1].Statements);
    }

    /// <summary>Response times must not reveal known e-mail addresses, even with older hashes. Compared in alternating pairs, by medians.</summary>
    [Fact]
    public async Task An_unknown_fan_and_a_wrong_password_take_equally_long()
    {
        const int Pairs = 61;
        const double GoalMilliseconds = 5;
        await using var replica = shop.Replica(("Accounts:HashRounds", "60000"), ("Accounts:FailuresBeforePause", "100"));
        using var http = replica.CreateClient();
        var known = shop.NextAccount().Email;
        await TimeAsync(known);
        await TimeAsync(Newcomers.NewEmail());
        List<double> ofKnown = [], ofUnknown = [];
        for (var pair = 0; pair < Pairs; pair++)
        {
            if (pair % 2 == 0)
                ofKnown.Add(await TimeAsync(known));
            ofUnknown.Add(await TimeAsync(Newcomers.NewEmail()));
            if (pair % 2 == 1)
                ofKnown.Add(await TimeAsync(known));
        }

        var (one, other) = (Median(ofKnown), Median(ofUnknown));
        // Of ordered differences the median lies between these two in 19 of 20 samples (sign test).
        double[] apart = [.. ofKnown.Zip(ofUnknown, (known, unknown) => known - unknown).Order()];
        var reach = (int)Math.Ceiling(0.98 * Math.Sqrt(Pairs));
        TestContext.Current.SendDiagnosticMessage($"Of {Pairs} pairs the median of a known fan is {one:0.0} ms, of an unknown one {other:0.0} ms; "
            + $"they are {apart[Pairs / 2]:+0.0;-0.0} [{apart[Pairs / 2 - reach]:+0.0;-0.0}, {apart[Pairs / 2 + reach]:+0.0;-0.0}] ms apart, goal within {GoalMilliseconds} ms.");
        Assert.InRange(one / other, 1 / 1.5, 1.5);
        Assert.InRange(apart[Pairs / 2], -10 * GoalMilliseconds, 10 * GoalMilliseconds);

        async Task<double> TimeAsync(string email)
        {
            var since = Stopwatch.GetTimestamp();
            Assert.Equal("bad-credentials", (await http.SignInAsync(email, "wrong")).Code);
            return Stopwatch.GetElapsedTime(since).TotalMilliseconds;
        }

        static double Median(List<double> times) => times.Order().ElementAt(times.Count / 2);
    }

    /// <summary>What the shop ships with. The figure is printed; what must hold is that rounds are what is paid for.</summary>
    [Fact]
    public async Task The_hash_checks_of_a_core_per_second_are_printed()
    {
        using var shipped = new Passwords(Options.Create(new AccountsOptions()));
        using var tenth = new Passwords(Options.Create(new AccountsOptions { HashRounds = 21_000 }));
        var (cost, less) = (await CostAsync(shipped), await CostAsync(tenth));

        TestContext.Current.SendDiagnosticMessage($"A password of {new AccountsOptions().HashRounds:#,0} rounds takes {cost:0.0} ms of CPU to check: {1_000 / cost:0.0} sign-ins a second a core.");
        Assert.True(cost > 3 * less, $"{cost} ms for ten times the rounds of {less} ms.");

        static async Task<double> CostAsync(Passwords passwords)
        {
            const int Checks = 8;
            var hash = passwords.Hash("right");
            using var self = Process.GetCurrentProcess();
            var before = self.TotalProcessorTime;
            for (var n = 0; n < Checks; n++)
                Assert.Equal(Passwords.Verdict.Right, await passwords.CheckAsync(hash, "right", TestContext.Current.CancellationToken));
            self.Refresh();
            return (self.TotalProcessorTime - before).TotalMilliseconds / Checks;
        }
    }

    private Task<string> HashAsync(long id) => shop.QueryAsync<string>("SELECT password_hash FROM accounts WHERE id = @id", new { id });

    private static int RoundsOf(string hash) => System.Buffers.Binary.BinaryPrimitives.ReadInt32BigEndian(Convert.FromBase64String(hash).AsSpan(5));
}
