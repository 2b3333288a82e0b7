using Dugout.ServiceDefaults;
using Microsoft.AspNetCore.Builder;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>How many spans may wait for the collector, in the setting that the SDK reads: with its own 2,048 traces of the README's load run lose spans.</summary>
public sealed class SpanQueueTests
{
    [Theory]
    [InlineData(null, "16384")]
    [InlineData("512", "512")]
    public void Sixteen_thousand_spans_may_wait_unless_a_setting_says_otherwise(string? setting, string spans)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9";
        builder.Configuration["OTEL_BSP_MAX_QUEUE_SIZE"] = setting;

        builder.AddServiceDefaults();

        Assert.Equal(spans, builder.Configuration["OTEL_BSP_MAX_QUEUE_SIZE"]);
    }
}
