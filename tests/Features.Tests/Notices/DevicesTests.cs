using System.Net;
using Dugout.Features.Notices;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Features.Tests.Notices;

public sealed class DevicesTests(Shop shop)
{
    [Fact]
    public async Task A_device_is_listed_without_its_token_until_it_is_removed()
    {
        var fan = await shop.NextFanAsync();
        var token = Gadgets.NewToken();
        var device = await fan.SignInWithAsync(token);

        var listed = await fan.GetAsync(shop.Replicas[1], Gadgets.Devices);

        Assert.DoesNotContain(token, listed.Body, StringComparison.Ordinal);
        var item = Assert.Single(listed.Json.GetProperty("items").EnumerateArray());
        Assert.Equal(device, item.GetProperty("deviceId").GetInt64());
        Assert.Equal(60, (item.GetProperty("expiresAt").GetDateTime() - item.GetProperty("lastSeenAt").GetDateTime()).TotalDays);
        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Replicas[1], $"{Gadgets.Devices}/{device}")).Status);
        Assert.Empty(await fan.DevicesAsync());
        Assert.Equal("no-such-device", (await fan.DeleteAsync(shop.Http, $"{Gadgets.Devices}/{device}")).Code);
    }

    [Fact]
    public async Task A_device_belongs_to_the_fan_who_signed_in_with_it_last()
    {
        var fans = await shop.NextFansAsync(2);
        var token = Gadgets.NewToken();
        var before = await fans[0].SignInWithAsync(token);
        Assert.Equal(before, await fans[0].SignInWithAsync(token));

        await fans[1].SignInWithAsync(token, shop.Replicas[1]);

        Assert.Empty(await fans[0].DevicesAsync());
        Assert.Single(await fans[1].DevicesAsync());
    }

    [Fact]
    public async Task A_device_of_another_account_cannot_be_removed()
    {
        var fans = await shop.NextFansAsync(2);
        var device = await fans[0].SignInWithAsync(Gadgets.NewToken());

        var refused = await fans[1].DeleteAsync(shop.Http, $"{Gadgets.Devices}/{device}");

        Assert.Equal((HttpStatusCode.NotFound, "no-such-device"), (refused.Status, refused.Code));
        Assert.Single(await fans[0].DevicesAsync());
    }

    /// <summary>Thirty at once, over two API processes: the ten that stay are ten of them, and the next one takes the place of the one seen longest ago.</summary>
    [Fact]
    public async Task Of_many_concurrent_devices_ten_stay()
    {
        var fan = await shop.NextFanAsync();
        var old = await fan.SignInWithAsync(Gadgets.NewToken());

        var answers = await Together.RunAsync(30, caller => Until.NotBusyAsync(() => fan.TrySignInWithAsync(Gadgets.NewToken(), shop.Replicas[caller % 2])));

        Assert.All(answers, answer => Assert.True(answer.Status == HttpStatusCode.OK, answer.Body));
        Assert.Equal(10, await shop.QueryAsync<long>("SELECT COUNT(*) FROM devices WHERE account_id = @Id", new { fan.Id }));
        var kept = await fan.DevicesAsync();
        Assert.DoesNotContain(old, kept);
        var newest = await fan.SignInWithAsync(Gadgets.NewToken());
        Assert.Equal([newest, .. kept.Take(9)], await fan.DevicesAsync());
    }

    /// <summary>As above, without the passwords, whose turns keep sign-ins apart.</summary>
    [Fact]
    public async Task Of_many_devices_with_one_timestamp_ten_stay()
    {
        await using var replica = shop.Replica();
        var devices = replica.Services.GetRequiredService<Devices>();
        foreach (var fan in await shop.NextFansAsync(5))
        {
            var refusals = await Together.RunAsync(30, _ => devices.SeenAsync(fan.Id, Gadgets.NewToken(), TestContext.Current.CancellationToken));

            Assert.All(refusals, Assert.Null);
            Assert.Equal(10, await shop.QueryAsync<long>("SELECT COUNT(*) FROM devices WHERE account_id = @Id", new { fan.Id }));
        }
    }

    [Fact]
    public async Task Concurrent_sign_ins_of_two_fans_with_one_device_store_it_once()
    {
        var fans = await shop.NextFansAsync(2);
        var token = Gadgets.NewToken();

        var answers = await Together.RunAsync(20, caller => Until.NotBusyAsync(() => fans[caller % 2].TrySignInWithAsync(token, shop.Replicas[caller / 2 % 2])));

        Assert.All(answers, answer => Assert.True(answer.Status == HttpStatusCode.OK, answer.Body));
        Assert.Equal(1, (await fans[0].DevicesAsync()).Count + (await fans[1].DevicesAsync()).Count);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a b")]
    [InlineData("기기")]
    [InlineData("a\u0007")]
    public async Task An_invalid_device_is_rejected(string token) => Assert.Equal("invalid", (await (await shop.NextFanAsync()).TrySignInWithAsync(token)).Code);

    [Fact]
    public async Task A_device_token_has_at_most_256_characters()
    {
        var fan = await shop.NextFanAsync();

        Assert.Equal("invalid", (await fan.TrySignInWithAsync(new('x', 257))).Code);
        Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(Gadgets.NewToken().PadRight(256, 'x'))).Status);
    }

    [Fact]
    public async Task Expired_devices_are_not_listed_and_are_deleted()
    {
        var fan = await shop.NextFanAsync();
        await fan.SignInWithAsync(Gadgets.NewToken());
        await shop.ChangeAsync("UPDATE devices SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE account_id = @Id", new { fan.Id });
        await shop.ChangeAsync(
            """
            INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
            VALUES (@Id, 'game-moved', 1, 0, 'x', UTC_TIMESTAMP(6) - INTERVAL 91 DAY), (@Id, 'game-moved', 2, 0, 'x', UTC_TIMESTAMP(6) - INTERVAL 89 DAY)
            """, new { fan.Id });
        Assert.Empty(await fan.DevicesAsync());
        using var job = new ForgetOldNotices(shop.Deletes(), Options.Create(new NoticesOptions()), TimeProvider.System, NullLogger<ForgetOldNotices>.Instance);

        // The number proves nothing: workers of other tests do it, too.
        await job.ForgetAsync(TestContext.Current.CancellationToken);

        Assert.Equal("0 2", await shop.QueryAsync<string>(
            "SELECT CONCAT((SELECT COUNT(*) FROM devices WHERE account_id = @Id), ' ', (SELECT GROUP_CONCAT(about_id) FROM notices WHERE account_id = @Id))", new { fan.Id }));
    }
}
