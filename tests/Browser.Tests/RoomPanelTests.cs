using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The operators' page of a waiting room.</summary>
public sealed class RoomPanelTests(WatchedShop shop)
{
    [Fact]
    public async Task An_operator_sees_the_room_pauses_it_and_opens_it_again()
    {
        await using var panel = await shop.OpenPanelAsync(shop.NextGame(), "open");
        await panel.FactAsync("state", "열림");
        await panel.FactAsync("rate", "초당 95.5명");
        await panel.FactAsync("reason", "더 많은 팬이 들어올 수 있어요");
        foreach (var (fact, number) in ((string, string)[])[("tickets", "2,050"), ("drawn", "1,040"), ("waiting", "1,020"), ("admitted", "1,030"), ("lapsed", "20"), ("active", "2"), ("limits", "초당 20~400명"), ("updated-at", " 전")])
            await panel.FactAsync(fact, number);
        await Assertions.Expect(panel.Button("열기")).ToHaveAttributeAsync("aria-pressed", "true");

        await panel.Button("멈추기").ClickAsync();
        await Shopping.SaysAsync(panel.Page.Locator(".panel-says"), "멈춤: 다시 열 때까지 아무도 입장하지 않아요.");
        await panel.FactAsync("rate", "초당 0명, 다시 시작하면 초당 95.5명");
        await Assertions.Expect(panel.Button("멈추기")).ToHaveAttributeAsync("aria-pressed", "true");
        await Assertions.Expect(panel.Button("멈추기")).ToBeFocusedAsync();
        Assert.Equal("paused", (await panel.RoomAsync()).GetProperty("state").GetString());

        await panel.Button("열기").ClickAsync();
        await Shopping.SaysAsync(panel.Page.Locator(".panel-says"), "팬들이 입장하고 있어요.");
        Assert.Equal("open", (await panel.RoomAsync()).GetProperty("state").GetString());
        Assert.Equal(["open", "paused"], (await panel.ActsAsync()).Select(act => act.GetProperty("after").GetProperty("state").GetString()));
        Assert.Empty(panel.Errors);
    }

    [Fact]
    public async Task The_rate_and_its_reason_change_before_the_operators_eyes_and_have_a_history()
    {
        var game = shop.NextGame();
        await using var panel = await shop.OpenPanelAsync(game, "open");
        var bars = panel.Page.Locator(".rate-history rect");
        await Assertions.Expect(bars.Last.Locator("title")).ToContainTextAsync("초당 95.5명");

        await shop.ChangeAsync("UPDATE waiting_rooms SET rate = 66.85, reason = 'slow' WHERE game_id = @game", new { game });

        await panel.FactAsync("rate", "초당 66.9명");
        await panel.FactAsync("reason", "들어올 수 있는 팬을 줄이고 있어요");
        await Assertions.Expect(bars.Last.Locator("title")).ToContainTextAsync("초당 66.9명. 선점과 예매가 느려져");
        await Assertions.Expect(bars.Last).ToHaveClassAsync("falls");
        await Assertions.Expect(panel.Page.Locator(".rate-history svg")).ToHaveAccessibleNameAsync("이 페이지가 열려 있는 동안 초당 입장한 팬: 지금 66.9명, 최저 66.9명, 최고 95.5명.");

        // A code that this page does not know, of a newer release.
        await shop.ChangeAsync("UPDATE waiting_rooms SET reason = 'full-moon' WHERE game_id = @game", new { game });
        await panel.FactAsync("reason", "full-moon");
    }

    [Fact]
    public async Task The_limits_are_changed_and_errors_stand_at_their_field()
    {
        await using var panel = await shop.OpenPanelAsync(shop.NextGame(), "paused");
        Assert.Equal(("20", "400"), (await panel.Field("minRate").InputValueAsync(), await panel.Field("maxRate").InputValueAsync()));
        await Assertions.Expect(panel.Field("opensAt")).ToBeHiddenAsync();

        await panel.TypeAsync("minRate", "300");
        await panel.TypeAsync("maxRate", "200");
        await panel.SendAsync();
        await Assertions.Expect(panel.Field("maxRate")).ToBeFocusedAsync();
        await Assertions.Expect(panel.Field("maxRate")).ToHaveAccessibleDescriptionAsync("1부터 10,000까지의 정수를, 최저 속도 이상으로 입력해 주세요.");
        await Shopping.SaysAsync(panel.Problem, "입력한 내용을 확인해 주세요.");
        await panel.AssertAccessibleAsync();

        await panel.TypeAsync("maxRate", "500");
        await panel.TypeAsync("maxActive", "1500");
        await panel.SendAsync();
        await Shopping.SaysAsync(panel.Page.Locator(".done"), "설정을 저장했습니다.");
        await panel.FactAsync("limits", "초당 300~500명");
        Assert.Equal(1_500, (await panel.RoomAsync()).GetProperty("maxActive").GetInt32());
        await panel.FactAsync("rate", "초당 300명");
        await Assertions.Expect(panel.Problem).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task What_another_operator_has_set_stays_though_this_page_has_not_read_it()
    {
        var game = shop.NextGame();
        await using var panel = await shop.OpenPanelAsync(game, "paused");
        await panel.HideAsync(true);
        await shop.ChangeAsync("UPDATE waiting_rooms SET state = 'open' WHERE game_id = @game", new { game });

        await panel.TypeAsync("maxRate", "500");
        await panel.SendAsync();

        await Shopping.SaysAsync(panel.Page.Locator(".done"), "설정을 저장했습니다.");
        var room = await panel.RoomAsync();
        Assert.Equal(("open", 500), (room.GetProperty("state").GetString(), room.GetProperty("maxRate").GetInt32()));
        await panel.HideAsync(false);
        await panel.FactAsync("state", "열림");
    }

    [Fact]
    public async Task What_another_operator_sets_is_shown_in_the_form_unless_something_has_been_typed()
    {
        var game = shop.NextGame();
        await using var panel = await shop.OpenPanelAsync(game, "open");

        await shop.ChangeAsync("UPDATE waiting_rooms SET min_rate = 50 WHERE game_id = @game", new { game });
        await Assertions.Expect(panel.Field("minRate")).ToHaveValueAsync("50");
        await panel.TypeAsync("minRate", "1");
        await shop.ChangeAsync("UPDATE waiting_rooms SET min_rate = 40 WHERE game_id = @game", new { game });

        await panel.FactAsync("limits", "초당 40~400명");
        Assert.Equal("1", await panel.Field("minRate").InputValueAsync());
    }

    [Theory]
    [InlineData("모두 입장시키기", "draining", "기다리는 팬이 모두 최고 속도로 입장하고")]
    [InlineData("닫기", "closed", "팬들은 기다리지 않고 예매해요.")]
    public async Task To_drain_and_to_close_is_asked_again(string button, string state, string says)
    {
        await using var panel = await shop.OpenPanelAsync(shop.NextGame(), "open");
        await panel.TabToAsync($"[data-state='{state}']");
        await panel.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(panel.Page.GetByRole(AriaRole.Button, new() { Name = "그대로 두기" })).ToBeFocusedAsync();
        await panel.AssertAccessibleAsync();
        await panel.Page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(panel.Button(button)).ToBeFocusedAsync();
        Assert.Equal("open", (await panel.RoomAsync()).GetProperty("state").GetString());

        await panel.Page.Keyboard.PressAsync("Enter");
        await panel.Page.GetByRole(AriaRole.Dialog).GetByText(button, new() { Exact = true }).ClickAsync();

        await Shopping.SaysAsync(panel.Page.Locator(".panel-says"), says);
        Assert.Equal(state, (await panel.RoomAsync()).GetProperty("state").GetString());
    }

    [Fact]
    public async Task A_room_is_made_and_its_opening_moved_until_the_draw()
    {
        var game = shop.NextGame();
        await using var panel = await shop.OpenPanelAsync(game, state: null);
        await Shopping.SaysAsync(panel.Page.Locator(".note"), "아직 대기실이 없어요.");
        await panel.AssertAccessibleAsync();

        await panel.TypeAsync("opensAt", "2061-03-25T11:00");
        await panel.SendAsync();
        await Shopping.SaysAsync(panel.Page.Locator(".done"), "대기실을 만들었습니다.");
        await Assertions.Expect(panel.Heading).ToBeFocusedAsync();
        await Shopping.SaysAsync(panel.Page.Locator(".panel-says"), "3월 25일 (금) 11:00에 추첨하고");
        await panel.FactAsync("drawn", "추첨 전");
        Assert.Equal("2061-03-25T02:00:00Z", (await panel.RoomAsync()).GetProperty("opensAt").GetString());

        // Before the draw an opening that isn't touched keeps its seconds.
        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = '2061-03-25 03:00:07' WHERE game_id = @game", new { game });
        await Assertions.Expect(panel.Field("opensAt")).ToHaveValueAsync("2061-03-25T12:00");
        await panel.TypeAsync("minRate", "30");
        await panel.SendAsync();
        await panel.FactAsync("limits", "초당 30~400명");
        Assert.Equal("2061-03-25T03:00:07Z", (await panel.RoomAsync()).GetProperty("opensAt").GetString());

        // The draw takes place after the page has read the room: here, in the same moment as the request.
        await panel.TypeAsync("opensAt", "2061-03-26T12:00");
        await panel.Page.RouteAsync("**/api/admin/**", async route =>
        {
            if (route.Request.Method == "PUT")
                await shop.ChangeAsync("UPDATE waiting_rooms SET drawn = 0 WHERE game_id = @game", new { game });
            await route.ContinueAsync();
        });
        await panel.SendAsync();
        await Shopping.SaysAsync(panel.Problem, "이미 추첨해서 시작 시간을 바꿀 수 없어요.");
        await Assertions.Expect(panel.Field("opensAt")).ToBeHiddenAsync();
    }

    [Fact]
    public async Task In_the_background_nothing_is_read()
    {
        await using var panel = await shop.OpenPanelAsync(shop.NextGame(), "open");
        await panel.Page.Clock.InstallAsync();
        await panel.Page.ReloadAsync();
        await panel.FactAsync("state", "열림");
        var reads = 0;
        panel.Page.Request += (_, request) => reads += request.Url.Contains("/api/admin/", StringComparison.Ordinal) ? 1 : 0;
        await panel.HideAsync(true);
        // A reading that had begun ends, and is the last.
        await panel.Page.WaitForLoadStateAsync(LoadState.NetworkIdle);
        reads = 0;

        await panel.Page.Clock.FastForwardAsync("10:00");
        await panel.Page.WaitForLoadStateAsync(LoadState.NetworkIdle);
        Assert.Equal(0, reads);

        await panel.Page.RunAndWaitForRequestAsync(() => panel.HideAsync(false), request => request.Url.Contains("/api/admin/", StringComparison.Ordinal));
        await panel.Page.RunAndWaitForRequestAsync(() => panel.Page.Clock.FastForwardAsync("00:02"), request => request.Url.Contains("/api/admin/", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_fan_is_refused_and_a_stranger_is_led_to_the_sign_in()
    {
        var game = shop.NextGame();
        await using var fan = await Shopping.OpenAsync(shop, RoomPanel.AddressOf(game));
        await fan.IsAtAsync($"/sign-in?back={Uri.EscapeDataString(RoomPanel.AddressOf(game))}");
        await fan.SignInAsync(shop.NextEmail());

        await fan.GoAsync(RoomPanel.AddressOf(game));

        await Shopping.SaysAsync(fan.Page.Locator(".operators-only"), "운영자만 볼 수 있는 페이지예요.");
        await Assertions.Expect(fan.Page.Locator("main button, main dd")).ToHaveCountAsync(0);
        await fan.AssertAccessibleAsync();
        await fan.Page.Locator("main a").ClickAsync();
        await fan.ArrivesAtAsync($"/games/{game}");
        Assert.Empty(fan.Errors);
    }

    [Fact]
    public async Task A_lost_connection_is_explained_and_the_page_goes_on_when_it_is_back()
    {
        await using var panel = await shop.OpenPanelAsync(shop.NextGame(), "open");
        await panel.Window.SetOfflineAsync(true);
        await Shopping.SaysAsync(panel.Problem, "연결이 끊겼어요.");
        await panel.Button("멈추기").ClickAsync();
        await Assertions.Expect(panel.Problem).ToHaveCountAsync(2);

        await panel.Window.SetOfflineAsync(false);
        await panel.Button("멈추기").ClickAsync();

        await panel.FactAsync("state", "멈춤");
        await Assertions.Expect(panel.Problem).ToHaveCountAsync(0);
    }
}
