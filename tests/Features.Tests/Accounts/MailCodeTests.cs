using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Dugout.Features.Tests.Orders;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>Mail with codes, and what can be done with one. The mail partner and the worker are separate processes.</summary>
[Collection(TheOtherPaidShop.Name)]
public sealed class MailCodeTests(PaidShop shop) : IClassFixture<MailCodeTests.Postman>, IAsyncLifetime
{
    private const string Next = "long-enough-2";

    public async ValueTask InitializeAsync() => await shop.BehaveAsync("{}", "mails");

    public async ValueTask DisposeAsync() => await shop.BehaveAsync("{}", "mails");

    /// <summary>One worker for all of them.</summary>
    public sealed class Postman(PaidShop shop) : IAsyncLifetime
    {
        private IAsyncDisposable? _worker;

        public async ValueTask InitializeAsync()
        {
            // It delivers whatever orders other tests left, too, to a partner that may still behave as they wanted.
            await shop.TidyAsync();
            await shop.BehaveAsync("{}", "mails");
            _worker = shop.StartJobs();
        }

        public async ValueTask DisposeAsync() => await _worker!.DisposeAsync();
    }

    [Fact]
    public async Task Sign_up_mails_a_code_that_confirms_the_e_mail()
    {
        var fan = await shop.NewcomerAsync();
        var code = (await CodesAsync(fan.Email))[0];
        Assert.Null(await ConfirmedAtAsync(fan.Id));

        var confirmed = await ConfirmAsync(code);
        var again = await ConfirmAsync(code);

        Assert.Equal((HttpStatusCode.NoContent, HttpStatusCode.NoContent), (confirmed.Status, again.Status));
        Assert.NotNull(await ConfirmedAtAsync(fan.Id));
        Assert.Equal("no-such-code", (await ConfirmAsync(new string('0', 32))).Code);
        Assert.Equal("invalid", (await ConfirmAsync("short")).Code);
        // Its purpose is part of the hash; readers of the table cannot derive the code.
        Assert.Equal("no-such-code", (await ResetAsync(code)).Code);
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM mailed_codes WHERE code_hash = @code", new { code }));
    }

    [Fact]
    public async Task A_code_used_twenty_times_at_once_sets_the_password_once()
    {
        var fan = await shop.NewcomerAsync();
        var code = await CodeForResetAsync(fan.Email);

        var answers = await Together.RunAsync(20, caller => Until.NotBusyAsync(() => ResetAsync(code, $"long-enough-{100 + caller}", shop.Replicas[caller % 2])));

        Assert.Equal(1, answers.Count(answer => answer.Status == HttpStatusCode.NoContent));
        Assert.Equal(19, answers.Count(answer => answer is { Status: HttpStatusCode.NotFound, Code: "no-such-code" }));
        var winner = Array.FindIndex(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal("bad-credentials", (await shop.Http.SignInAsync(fan.Email, Newcomers.Password)).Code);
        await shop.SessionAsync(fan.Id, fan.Email, $"long-enough-{100 + winner}");
        Assert.Equal("no-such-code", (await ResetAsync(code)).Code);
        Assert.NotNull(await ConfirmedAtAsync(fan.Id));
        await Until.TrueAsync(() => fan.PollAsync(shop.Replicas[1]), answer => answer.Code == "not-signed-in");
    }

    [Fact]
    public async Task Reset_requests_get_equal_responses_and_only_the_e_mail_of_the_account_gets_a_mail()
    {
        var fan = await shop.NewcomerAsync();
        var unknown = Newcomers.NewEmail();
        // The database takes it for the same; a mailbox of this name may belong to another person.
        var alike = fan.Email.Replace("new-", "néw-", StringComparison.Ordinal);

        Assert.Equal((HttpStatusCode.Accepted, ""), await AskForResetAsync(unknown));
        Assert.Equal((HttpStatusCode.Accepted, ""), await AskForResetAsync(alike));

        Assert.Single(await CodesAsync(fan.Email, "재설정"));
        await DeliveredAsync();
        Assert.Empty(await MailsAsync(unknown));
        Assert.Empty(await MailsAsync(alike));
    }

    [Fact]
    public async Task Repeated_reset_requests_send_one_mail()
    {
        var fan = await shop.NewcomerAsync();
        var alike = fan.Email.Replace("new-", "néw-", StringComparison.Ordinal);

        var answers = await Together.RunAsync(20, caller => AskForResetAsync(caller % 2 == 0 ? fan.Email : alike, shop.Replicas[caller % 2]));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Accepted, ""), answer));
        await DeliveredAsync();
        Assert.Single(await CodesAsync(fan.Email, "재설정"));
    }

    [Fact]
    public async Task A_code_from_an_unconfirmed_mail_is_as_valid_as_the_next()
    {
        await shop.BehaveAsync("""{"deny":true}""", "mails");
        var fan = await shop.NewcomerAsync();
        var denied = (await CodesAsync(fan.Email))[0];
        await shop.BehaveAsync("{}", "mails");
        await DeliveredAsync();

        Assert.True((await CodesAsync(fan.Email)).Count > 1);
        Assert.Equal(HttpStatusCode.NoContent, (await ConfirmAsync(denied)).Status);
    }

    [Fact]
    public async Task A_slow_or_failing_mail_partner_delays_no_request_and_loses_no_mail()
    {
        // Slower than it is waited for: first it takes none in time.
        await shop.BehaveAsync("""{"failEvery":1}""", "mails");
        var fan = await shop.NewcomerAsync();
        await TriedAgainAsync(fan);
        await shop.BehaveAsync("""{"latencyMilliseconds":3000}""", "mails");
        var other = await shop.NewcomerAsync();
        Assert.Equal((HttpStatusCode.Accepted, ""), await AskForResetAsync(other.Email));
        await TriedAgainAsync(other);
        await shop.BehaveAsync("{}", "mails");

        Assert.NotEmpty(await CodesAsync(fan.Email));
        Assert.NotEmpty(await CodesAsync(other.Email));
        Assert.NotEmpty(await CodesAsync(other.Email, "재설정"));
    }

    [Fact]
    public async Task A_code_is_valid_until_it_expires_or_the_password_changes()
    {
        var fan = await shop.NewcomerAsync();
        var (old, fresh) = (RandomNumberGenerator.GetHexString(32, lowercase: true), RandomNumberGenerator.GetHexString(32, lowercase: true));
        await shop.ChangeAsync(
            """
            INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at)
            VALUES (@old, @Id, 'reset', 0, UTC_TIMESTAMP(6) - INTERVAL 1 SECOND), (@fresh, @Id, 'reset', 0, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR)
            """, new { old = HashOf(old), fresh = HashOf(fresh), fan.Id });

        Assert.Equal("no-such-code", (await ResetAsync(old)).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await fan.PutAsync(shop.Http, "/api/accounts/me/password", new { current = Newcomers.Password, next = Next })).Status);
        Assert.Equal("no-such-code", (await ResetAsync(fresh, "long-enough-3")).Code);
        await shop.SessionAsync(fan.Id, fan.Email, Next);

        static string HashOf(string code) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(code)));
    }

    [Theory]
    [InlineData("""{"latencyMilliseconds":-1}""")]
    [InlineData("""{"manners":"good"}""")]
    public async Task An_unknown_behaviour_is_rejected(string behaviour)
    {
        using var content = new StringContent(behaviour, Encoding.UTF8, "application/json");

        Assert.Equal(HttpStatusCode.BadRequest, (await shop.Partner.PutAsync(new Uri("/control/mails", UriKind.Relative), content, TestContext.Current.CancellationToken)).StatusCode);
    }

    private Task<Answer> ConfirmAsync(string code) => shop.Http.SendAnonymouslyAsync(HttpMethod.Post, "/api/accounts/confirmations", new { code });

    private Task<Answer> ResetAsync(string code, string next = Next, HttpClient? replica = null) =>
        (replica ?? shop.Http).SendAnonymouslyAsync(HttpMethod.Put, "/api/password-resets", new { code, next });

    private async Task<(HttpStatusCode Status, string Body)> AskForResetAsync(string email, HttpClient? replica = null)
    {
        var answer = await (replica ?? shop.Http).SendAnonymouslyAsync(HttpMethod.Post, "/api/password-resets", new { email });
        return (answer.Status, answer.Body);
    }

    private async Task<string> CodeForResetAsync(string email)
    {
        Assert.Equal((HttpStatusCode.Accepted, ""), await AskForResetAsync(email));
        return (await CodesAsync(email, "재설정"))[0];
    }

    /// <summary>Waits until a mail was tried to be sent in vain: each try makes a code.</summary>
    private Task TriedAgainAsync(Fan fan) =>
        Wait.UntilAsync($"a mail to {fan.Email} was tried again", async () => await shop.QueryAsync<long>("SELECT COUNT(*) FROM mailed_codes WHERE account_id = @Id", new { fan.Id }) > 1);

    private Task<DateTime?> ConfirmedAtAsync(long id) => shop.QueryAsync<DateTime?>("SELECT confirmed_at FROM accounts WHERE id = @id", new { id });

    /// <summary>The codes in the mails of a kind to an address; at least one.</summary>
    private async Task<IReadOnlyList<string>> CodesAsync(string email, string subject = "확인")
    {
        List<string> codes = [];
        await Wait.UntilAsync($"a mail to {email} has come", async () =>
        {
            codes = [.. (await MailsAsync(email)).Where(mail => mail.Subject.Contains(subject, StringComparison.Ordinal)).Select(mail => mail.Text.Split(": ")[1][..32])];
            return codes.Count > 0;
        });
        return codes;
    }

    private async Task<Mail[]> MailsAsync(string email) =>
        (await shop.Partner.GetFromJsonAsync<Mail[]>($"/control/mails/box?to={Uri.EscapeDataString(email)}", JsonSerializerOptions.Web, TestContext.Current.CancellationToken))!;

    private Task DeliveredAsync() => Wait.UntilAsync("all mail is handed over", async () => await shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'mail-wanted'") == 0);

    private sealed record Mail(string To, string Subject, string Text);
}
