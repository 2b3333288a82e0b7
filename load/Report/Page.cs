using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.RunComparisons;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Dugout.Load.Report;

/// <summary>Pages of records, rendered by Razor components. A page is a pure function of its record: the same record makes the same page.</summary>
internal static class Page
{
    /// <summary>The file name of a page beside its record.</summary>
    public const string FileName = "report.html";

    /// <summary>The file name of the page of two single runs, beside the record of the second.</summary>
    public const string ComparisonFileName = "compare.html";

    /// <summary>The page of a run.</summary>
    public static Task<string> OfAsync(RunRecord record) => RenderAsync<RunPage>(record);

    /// <summary>The page of an experiment.</summary>
    public static Task<string> OfAsync(ExperimentRecord record) => RenderAsync<ComparisonPage>(record);

    /// <summary>The page of a demonstration.</summary>
    public static Task<string> OfAsync(DemonstrationRecord record) => RenderAsync<DemonstrationPage>(record);

    /// <summary>The page of two single runs.</summary>
    public static Task<string> OfAsync(RunComparison comparison) => RenderAsync<RunComparisonPage>(comparison);

    private static async Task<string> RenderAsync<TPage>(object record) where TPage : IComponent
    {
        // The page and the components of its sections inject the record.
        await using var services = new ServiceCollection().AddSingleton(record.GetType(), record).BuildServiceProvider();
        await using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        return await renderer.Dispatcher.InvokeAsync(async () => $"{(await renderer.RenderComponentAsync<TPage>()).ToHtmlString().Trim()}\n");
    }
}
