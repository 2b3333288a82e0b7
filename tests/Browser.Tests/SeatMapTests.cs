using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The seat map: its geometry, its states, who can use it, and how much time it takes.</summary>
public sealed class SeatMapTests(WatchedShop shop)
{
    private const int Slowdown = 4;
    private const int LongestDrawing = 500;
    private const int LongestTask = 100;

    /// <summary>The seeded stadium, without a request.</summary>
    private const string Stadium = """
        const grades = [[1, 2], [2, 6], [3, 8], [4, 10], [5, 14]].map(([gradeId, count]) => ({ gradeId, name: `${gradeId}`, capacity: count * 500,
          blocks: Array.from({ length: count }, (_, index) => ({ name: `${gradeId}${index}`, rows: 20, seatsPerRow: 25, firstNumber: 1 + index * 500 })) }));
        """;

    [Fact]
    public async Task Every_seat_of_a_stadium_has_a_place_of_its_own_and_is_found_there()
    {
        await using var fan = await Shopping.OpenAsync(shop, "/");

        var wrong = await fan.Page.EvaluateAsync<string[]>("async () => {" + Stadium + """
              const { layOut, placeOf, inStadium, hit, numberOf } = await import('/js/map/layout.js');
              const layout = layOut(grades), wrong = [];
              for (const { gradeId, capacity } of grades)
                for (let number = 1; number <= capacity; number++) {
                  const { block, row, column } = placeOf(layout, gradeId, number), at = inStadium(block, column + 0.5, row + 0.5), found = hit(layout, at.x, at.y);
                  const around = layout.blocks.filter(one => one !== block && hit({ blocks: [one] }, at.x, at.y));
                  if (found?.block !== block || numberOf(block, found.row, found.column) !== number || around.length) wrong.push(`${gradeId}:${number}`);
                }
              return wrong;
            }
            """);

        Assert.Empty(wrong);
    }

    [Fact]
    public async Task Packed_states_and_changes_give_the_state_of_every_seat()
    {
        await using var fan = await Shopping.OpenAsync(shop, "/");

        var wrong = await fan.Page.EvaluateAsync<string[]>("async () => {" + Stadium + """
              const { Seats } = await import('/js/map/seats.js');
              const seats = new Seats(grades), expected = new Map(grades.map(({ gradeId, capacity }) => [gradeId, Uint8Array.from({ length: capacity }, (_, index) => (index * 7 + gradeId) % 4)]));
              const pack = states => {
                const bytes = new Uint8Array(Math.ceil(states.length / 4));
                states.forEach((state, index) => { bytes[index >> 2] |= state << (index % 4 * 2); });
                return btoa(String.fromCharCode(...bytes));
              };
              seats.choose(1, 4);
              const lost = seats.load({ grades: grades.map(({ gradeId, capacity }) => ({ gradeId, capacity, seats: pack(expected.get(gradeId)) })) });
              const taken = seats.apply([[1, 1, 2], [5, 7000, 1], [5, 7001, 1], [99, 1, 1]]);
              expected.get(1)[0] = 2;
              expected.get(5)[6999] = 1;
              const wrong = [];
              for (const [gradeId, states] of expected) states.forEach((state, index) => { if (seats.stateOf(gradeId, index + 1) !== state) wrong.push(`${gradeId}:${index + 1}`); });
              if (JSON.stringify(lost) !== '[{"gradeId":1,"number":4}]') wrong.push(`lost ${JSON.stringify(lost)}`);
              if (taken.length) wrong.push(`taken ${JSON.stringify(taken)}`);
              return wrong;
            }
            """);

        Assert.Empty(wrong);
    }

    [Fact]
    public async Task The_looks_of_seats_differ_without_colours()
    {
        await using var fan = await shop.OpenGameAsync(shop.NextGame(), email: null);

        // Which pixels are inked, whatever with.
        var shapes = await fan.Page.EvaluateAsync<string[]>("""
            () => [...document.querySelectorAll('.legend-seat')].map(canvas =>
              [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data].filter((_, index) => index % 4 === 3).map(alpha => alpha > 127 ? '1' : '0').join(''))
            """);

        Assert.Equal(6, shapes.Distinct().Count());
        Assert.All(shapes, shape => Assert.Contains('1', shape));
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Axe_finds_nothing_on_the_pages_of_a_game_and_of_the_checkout(ColorScheme scheme)
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email, new(Seating.Telephone) { ColorScheme = scheme });
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 500, touch: true);
        await fan.AssertAccessibleAsync();
        await fan.InListAsync("101", row: 20, seat: 25);
        await fan.AssertAccessibleAsync();

        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await fan.AssertAccessibleAsync();
        await fan.Page.Locator(".hold-acts button").Nth(2).ClickAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".empty"), "없습니다");
        await fan.AssertAccessibleAsync();
    }

    [Fact(Explicit = true)] // A time budget: run by .ci/run --endurance, with nothing beside it.
    public async Task A_full_stadium_is_drawn_in_time_on_a_slow_machine()
    {
        await using var fan = await Shopping.OpenAsync(shop, "/", new(Seating.Desktop));
        await SlowDownAsync(fan);

        // From the data to the pixels: read back, so that nothing is left to be drawn later.
        var milliseconds = await fan.Page.EvaluateAsync<double[]>("async () => {" + Stadium + """
              const [{ Seats }, { SeatMap }, { loadTexts, el }, { loadStyle }] = await Promise.all(['map/seats', 'map/map', 'core/dom', 'map/style'].map(name => import(`/js/${name}.js`)));
              await Promise.all([loadTexts('map'), loadStyle()]);
              const times = [];
              for (let round = 0; round < 3; round++) {
                const leave = new AbortController(), seats = new Seats(grades), place = el('div', null);
                document.getElementById('main').replaceChildren(place);
                const start = performance.now();
                seats.apply(grades.flatMap(({ gradeId, capacity }) => Array.from({ length: capacity }, (_, index) => [gradeId, index + 1, index % 4])));
                const map = new SeatMap(grades, seats, { toggle: () => {} }, leave.signal);
                place.append(map.element);
                map.start();
                map.element.querySelector('canvas').getContext('2d').getImageData(0, 0, 1, 1);
                times.push(performance.now() - start);
                leave.abort();
              }
              return times;
            }
            """);

        Assert.InRange(milliseconds.Max(), 1, LongestDrawing);
    }

    [Fact(Explicit = true)] // A time budget: run by .ci/run --endurance, with nothing beside it.
    public async Task Fifty_changes_a_second_repaint_single_seats_and_never_block_the_page()
    {
        const int Windows = 3;
        const int Changes = 50;
        await using var fan = await Shopping.OpenAsync(shop, "/", new(Seating.Desktop));
        await SlowDownAsync(fan);

        var result = await fan.Page.EvaluateAsync<double[]>("async ([windows, changes]) => {" + Stadium + """
              const [{ Seats }, { SeatMap }, { loadTexts, el }, { loadStyle }] = await Promise.all(['map/seats', 'map/map', 'core/dom', 'map/style'].map(name => import(`/js/${name}.js`)));
              await Promise.all([loadTexts('map'), loadStyle()]);
              const leave = new AbortController(), seats = new Seats(grades), place = el('div', null), map = new SeatMap(grades, seats, { toggle: () => {} }, leave.signal);
              document.getElementById('main').replaceChildren(place);
              place.append(map.element);
              map.start();
              await new Promise(done => setTimeout(done, 1000));
              let wholes = 0;
              const observer = new PerformanceObserver(list => durations.push(...list.getEntries().map(entry => entry.duration))), durations = [], longestOf = [];
              observer.observe({ type: 'longtask' });
              const pen = map.element.querySelector('.map-canvas').getContext('2d'), drawImage = pen.drawImage;
              pen.drawImage = function (...parts) {
                if (parts.length < 9) wholes++;
                return drawImage.apply(this, parts);
              };
              for (let window = 0; window < windows; window++) {
                for (let change = 0; change < changes; change++) {
                  seats.apply([[1 + change % 5, 1 + (window * changes + change) * 6, 1 + change % 3]]);
                  await new Promise(done => setTimeout(done, 20));
                }
                await new Promise(done => setTimeout(done, 100));
                longestOf.push(Math.max(0, ...durations.splice(0)));
              }
              leave.abort();
              return [wholes, ...longestOf];
            }
            """, new[] { Windows, Changes });

        Assert.Equal(0, result[0]);
        // A machine that does something else for a moment spoils one second, not most of them.
        Assert.InRange(result.Skip(1).Order().ElementAt(Windows / 2), 0, LongestTask);
    }

    [Fact]
    public async Task The_map_is_zoomed_by_two_fingers_the_wheel_and_buttons()
    {
        var game = shop.NextGame();
        await using var touching = await shop.OpenGameAsync(game, email: null, Seating.Telephone);
        var box = (await touching.Map().BoundingBoxAsync())!;
        var fingers = await touching.Window.NewCDPSessionAsync(touching.Page);
        await PutAsync("touchStart", 30);
        await PutAsync("touchMove", 60);
        await PutAsync("touchMove", 90);
        await fingers.SendAsync("Input.dispatchTouchEvent", new Dictionary<string, object> { ["type"] = "touchEnd", ["touchPoints"] = Array.Empty<object>() });
        await ZoomedAsync(touching, true);
        // A busy browser may take the first tap for a part of the pinch.
        for (var taps = 0; taps < 10 && await touching.Map().GetAttributeAsync("data-zoomed") == "true"; taps++)
        {
            await touching.Page.Locator(".map-tool").Nth(2).TapAsync();
            await touching.Page.EvaluateAsync("() => new Promise(requestAnimationFrame)");
        }

        await ZoomedAsync(touching, false);
        await Seating.CountIsAsync(touching.Chosen(), 0);

        await using var pointing = await shop.OpenGameAsync(game, email: null);
        await pointing.Map().HoverAsync();
        await pointing.Page.Mouse.WheelAsync(0, -300);
        await ZoomedAsync(pointing, true);
        // A busy browser may drop an event of the wheel.
        for (var turns = 0; turns < 10 && await pointing.Map().GetAttributeAsync("data-zoomed") == "true"; turns++)
        {
            await pointing.Page.Mouse.WheelAsync(0, 900);
            await pointing.Page.EvaluateAsync("() => new Promise(requestAnimationFrame)");
        }

        await ZoomedAsync(pointing, false);
        await pointing.Page.Locator(".map-tool").First.ClickAsync();
        await ZoomedAsync(pointing, true);

        Task PutAsync(string what, int apart) => fingers.SendAsync("Input.dispatchTouchEvent", new Dictionary<string, object>
        {
            ["type"] = what,
            ["touchPoints"] = new[] { Finger(-apart, 0), Finger(apart, 1) },
        });

        object Finger(int aside, int id) => new { x = box.X + (box.Width / 2) + aside, y = box.Y + (box.Height / 2), id };

        static Task ZoomedAsync(Shopping fan, bool zoomed) => Assertions.Expect(fan.Map()).ToHaveAttributeAsync("data-zoomed", zoomed ? "true" : "false");
    }

    private static async Task SlowDownAsync(Shopping fan)
    {
        var session = await fan.Window.NewCDPSessionAsync(fan.Page);
        await session.SendAsync("Emulation.setCPUThrottlingRate", new Dictionary<string, object> { ["rate"] = Slowdown });
    }
}
