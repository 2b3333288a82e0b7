using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Dugout.Features.Tests.Accounts;
using Dugout.Features.Tests.Orders;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>
/// Passwords, tokens, signatures, keys and connection strings go through a shop that is well, whose tables are gone, and whose database is; and then nothing of it
/// is in any log, in what the collector was sent, or in an answer.
/// </summary>
public sealed partial class SecretsTests(CanaryShop shop) : IClassFixture<CanaryShop>
{
    private const string Password = "canary-password-5f1c";
    private const string NewPassword = "canary-password-c3d9";
    private const string Code = "ca9a4ca9a4ca9a4ca9a4ca9a4ca9a4ca";
    private const string Device = "canary-device-b20e";
    private const string Token = "canary-token-77aa";
    private const string Signature = "ca7a51ca7a51ca7a51ca7a51ca7a51ca7a51ca7a51ca7a51ca7a51ca7a51ca7a";

    [Fact]
    public async Task No_secret_is_in_a_log_a_trace_or_a_response()
    {
        var fan = await shop.NextFanAsync();
        var secrets = Secrets(fan);

        List<Answer> answers = [.. await TryAllAsync(fan)];
        secrets.Add(("a mailed code", await MailedCodeAsync()));
        await PayAsync(fan);
        // A fault of ours, with all that is written down of one.
        await RenameAsync("accounts", "gone");
        answers.AddRange(await TryAllAsync(fan));
        Assert.Contains(answers, answer => answer.Status == HttpStatusCode.InternalServerError);
        await RenameAsync("gone", "accounts");
        await using var primary = new KillableProcess(await shop.Servers.ProcessOfAsync("mysql-primary"));
        await primary.KillAsync();
        answers.AddRange(await TryAllAsync(fan));
        Assert.Contains(answers, answer => answer.Code == "busy");

        // When the last of it has arrived, everything has.
        await shop.Http.GetAnswerAsync("/api/tags/canary_end/posts");
        await shop.Replicas[1].GetAnswerAsync("/api/tags/canary_end/posts");
        await Wait.UntilAsync("both replicas have reported their last request", () => Task.FromResult(
            shop.Telemetry.Has("canary_end", "traces") && shop.Telemetry.Has("/api/sessions", "traces") && shop.Telemetry.Has("/api/sessions", "logs")
            && shop.Said.Any(line => line.StartsWith("api-1: ", StringComparison.Ordinal) && line.Contains("/api/sessions", StringComparison.Ordinal))));

        Assert.All(secrets, secret =>
        {
            Assert.True(secret.Value.Length >= 8, $"{secret.Name} is too short to be looked for.");
            Assert.False(shop.Telemetry.Has(secret.Value), $"{secret.Name} was sent to the collector.");
            Assert.DoesNotContain(shop.Said, line => line.Contains(secret.Value, StringComparison.OrdinalIgnoreCase));
            Assert.DoesNotContain(answers, answer => answer.Body.Contains(secret.Value, StringComparison.OrdinalIgnoreCase));
        });
        TestContext.Current.SendDiagnosticMessage($"{secrets.Count} secrets, {answers.Count} answers, {shop.Said.Count} lines.");
    }

    /// <summary>What must not be found, each with its name.</summary>
    private List<(string Name, string Value)> Secrets(Fan fan)
    {
        List<(string Name, string Value)> secrets =
        [
            ("a wrong password", Password), ("a new password", NewPassword), ("a made-up code", Code), ("the right password", Shop.FanPassword), ("a device token", Device), ("a made-up access token", Token), ("an access token", fan.Token),
            ("a wrong signature", Signature), ("Redis' password", StackExchange.Redis.ConfigurationOptions.Parse(shop.Servers.Redis).Password!),
            ("the partner's key", File.ReadAllText(Path.Combine(shop.KeyFolder, "payments.key")).Trim()),
        ];
        secrets.AddRange(Enum.GetValues<DatabaseAccount>().Select(account => ($"the password of {account}", new MySqlConnectionStringBuilder(shop.Servers.Primary(account)).Password)));
        secrets.AddRange(Directory.GetFiles(shop.KeyFolder, "*.xml").SelectMany(file => KeyValue().Matches(File.ReadAllText(file))).Select(key => ("a key of the ring", key.Groups["value"].Value)));
        Assert.Contains(secrets, secret => secret.Name == "a key of the ring");
        return secrets;
    }

    /// <summary>Every request that carries a secret: valid, wrong and malformed. Responses to valid sign-ins contain the fan's token and are excluded.</summary>
    private async Task<List<Answer>> TryAllAsync(Fan fan)
    {
        List<Answer> answers = [];
        var good = await SignInAsync($$"""{"email":"{{fan.Email}}","password":"{{Shop.FanPassword}}","deviceToken":"{{Device}}"}""");
        Assert.True(good.Status is HttpStatusCode.OK or HttpStatusCode.InternalServerError or HttpStatusCode.ServiceUnavailable, good.Body);
        foreach (var body in (string[])[
            $$"""{"email":"{{fan.Email}}","password":"{{Password}}","deviceToken":"{{Device}}"}""",
            $$"""{"email":"unknown@dugout.test","password":"{{Password}}"}""",
            $$"""{"email":"{{fan.Email}}","password":"{{Password}}","role":"{{Password}}"}""",
            $$"""{"email":"{{fan.Email}}","password":["{{Password}}"]}""",
            $$"""{"email":7,"password":"{{Password}}"}""",
            $$"""{"email":"{{fan.Email}}","password":"{{Password}}""",
            $$"""{"email":"{{fan.Email}}","password":"{{Password}}","password":"{{Password}}"}""",
            $$"""{"email":"{{fan.Email}}","password":"{{string.Concat(Enumerable.Repeat(Password, 20))}}"}""",
            $$"""{"email":"{{fan.Email}}","password":"{{string.Concat(Enumerable.Repeat(Password, 4_000))}}"}""",
            Password])
        {
            answers.Add(await SignInAsync(body));
        }

        foreach (var (method, path, body) in ((HttpMethod, string, string)[])[
            (HttpMethod.Post, "/api/accounts", $$"""{"email":"canary-{{Guid.NewGuid():N}}@dugout.test","password":"{{NewPassword}}","nickname":"카나리아"}"""),
            (HttpMethod.Post, "/api/accounts", $$"""{"email":"{{fan.Email}}","password":"{{NewPassword}}","nickname":"카나리아"}"""),
            (HttpMethod.Post, "/api/accounts", $$"""{"email":"{{fan.Email}}","password":["{{NewPassword}}"]}"""),
            (HttpMethod.Put, "/api/accounts/me/password", $$"""{"current":"{{Password}}","next":"{{NewPassword}}"}"""),
            (HttpMethod.Put, "/api/accounts/me/password", $$"""{"current":"{{Password}}","next":"{{NewPassword}}","role":"{{NewPassword}}"}"""),
            (HttpMethod.Put, "/api/password-resets", $$"""{"code":"{{Code}}","next":"{{NewPassword}}"}"""),
            (HttpMethod.Put, "/api/password-resets", $$"""{"code":"{{Code}}","next":7}"""),
            (HttpMethod.Post, "/api/accounts/confirmations", $$"""{"code":"{{Code}}"}"""),
            (HttpMethod.Post, "/api/accounts/confirmations", $$"""{"code":"{{Code}}x"}""")])
        {
            using var content = new StringContent(body, Encoding.UTF8, "application/json");
            answers.Add(await fan.SendAsync(shop.Http, method, path, content));
        }

        answers.Add(await SignInAsync("{}", $"?password={Password}&access_token={Token}"));
        answers.Add(await SignInAsync($"email={fan.Email}&password={Password}", type: "application/x-www-form-urlencoded"));
        foreach (var authorization in (string[])[$"Bearer {Token}", $"Bearer {fan.Token}x", $"Basic {Token}", Token, $"Bearer {fan.Token}"])
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/reservations?access_token={Token}");
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
            request.Headers.TryAddWithoutValidation("Cookie", $"session={Token}");
            answers.Add(await Answer.ReadAsync(await shop.Http.SendAsync(request)));
        }

        answers.Add(await SignedCallback.SendAsync(shop.Http, SignedCallback.Of(1, "pay-1", 1, "approved"), Signature));
        return answers.Where(answer => answer.Status != HttpStatusCode.OK).ToList();
    }

    private async Task<Answer> SignInAsync(string body, string query = "", string type = "application/json")
    {
        using var content = new StringContent(body, Encoding.UTF8, type);
        return await Answer.ReadAsync(await shop.Http.PostAsync(new Uri($"/api/sessions{query}", UriKind.Relative), content));
    }

    /// <summary>The partner creates a payment and signs its callbacks.</summary>
    private async Task PayAsync(Fan fan)
    {
        var order = await (await Wares.OfferAsync(shop, stock: 10)).OrderAsync(fan);
        await Wait.UntilAsync("the order is paid", async () => await Wares.StateAsync(fan, order.Number("orderId")) == "paid");
    }

    /// <summary>A code in the format of mailed ones.</summary>
    private async Task<string> MailedCodeAsync()
    {
        var email = Newcomers.NewEmail();
        Assert.Equal(HttpStatusCode.Created, (await shop.Http.SignUpAsync(email)).Status);
        var code = "";
        await Wait.UntilAsync("the mail has come", async () => (code = await shop.CodeMailedAsync(email)).Length > 0);
        // Used, too, it is in no log.
        Assert.Equal(HttpStatusCode.NoContent, (await shop.Http.SendAnonymouslyAsync(HttpMethod.Post, "/api/accounts/confirmations", new { code })).Status);
        return code;
    }

    private async Task RenameAsync(string table, string name)
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = $"RENAME TABLE {table} TO {name}";
        await command.ExecuteNonQueryAsync();
    }

    [GeneratedRegex("<value>(?<value>[^<]+)</value>")]
    private static partial Regex KeyValue();
}
