using System.Collections.Concurrent;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The load lab's pages, opened from disk: whole without a network, on any screen, in light and dark.</summary>
public sealed class ReportPageTests(WatchedShop shop)
{
    /// <summary>The pages that the lab's own tests expect, each on a wide and on a narrow screen, in light and dark.</summary>
    public static TheoryData<string, int, ColorScheme> Looks { get; } = [.. from page in (string[])["run.html", "comparison.html"]
                                                                           from width in (int[])[1200, 360]
                                                                           from scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark]
                                                                           select (page, width, scheme)];

    [Theory]
    [MemberData(nameof(Looks))]
    public async Task A_report_page_is_whole_and_readable_wherever_it_is_opened(string name, int width, ColorScheme scheme)
    {
        var (errors, asked) = (new ConcurrentQueue<string>(), new ConcurrentQueue<Uri>());
        await using var window = await shop.WindowAsync(new() { ColorScheme = scheme, ViewportSize = new() { Width = width, Height = 800 } });
        var page = await window.NewPageAsync();
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
                errors.Enqueue(message.Text);
        };
        page.PageError += (_, error) => errors.Enqueue(error);
        page.Request += (_, request) => asked.Enqueue(new(request.Url));
        var file = new Uri(Path.Combine(AppContext.BaseDirectory, "Report", name));

        await page.GotoAsync(file.ToString());

        // What is wider than a narrow screen scrolls in a box of its own.
        Assert.Equal(width, await page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        Assert.Empty(await page.EvaluateAsync<string[]>("""
            [...document.querySelectorAll('body *:not(.wide *):not(svg *)')].filter(element => element.getBoundingClientRect().right > innerWidth + 0.5).map(element => element.outerHTML.slice(0, 80))
            """));
        var charts = await page.EvaluateAsync<double[][]>("[...document.querySelectorAll('svg')].map(chart => chart.getBoundingClientRect()).map(box => [box.width, box.height])");
        Assert.NotEmpty(charts);
        Assert.All(charts, size => Assert.True(size[0] >= width * 0.7 && size[1] >= 40, $"{size[0]} x {size[1]}"));

        // No word of a chart is cut off at its edge.
        Assert.Empty(await page.EvaluateAsync<string[]>("""
            [...document.querySelectorAll('svg text')].filter(text => {
              const [box, chart] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
              return box.left < chart.left - 1 || box.right > chart.right + 1;
            }).map(text => text.textContent)
            """));

        // Every text, with its colour and the nearest background that isn't see-through.
        var texts = await page.EvaluateAsync<string[][]>("""
            [...document.querySelectorAll('body *')]
              .filter(element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()) && element.tagName !== 'title')
              .map(element => {
                const style = getComputedStyle(element);
                let behind = element;
                while (behind.parentElement && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
                return [element.closest('svg') ? style.fill : style.color, getComputedStyle(behind).backgroundColor, element.outerHTML.slice(0, 80)];
              })
            """);
        Assert.True(texts.Length > 50);
        Assert.Equal(scheme == ColorScheme.Dark, Colours.Luminance(texts[0][1]) < 0.5);
        Assert.Empty(texts.Where(text => Colours.Contrast(text[0], text[1]) < Colours.Readable).Select(text => string.Join(" on ", text)));

        Assert.Empty(errors);
        Assert.Equal([file], asked.Where(one => one.Scheme != "data"));
    }
}
