using System.Globalization;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The gateway as it is started, where it may open few files.</summary>
public sealed class DescriptorLimitTests
{
    [Theory]
    [InlineData(500, 1)]
    [InlineData(372, 0)] // 2 × 372 + 256 = 1,000: just enough.
    [InlineData(373, 1)]
    public async Task Too_low_a_file_limit_logs_one_warning_at_the_start(int connections, int warnings)
    {
        await using var gateway = await GatewayProcess.StartAsync("ulimit -n 1000", "http://127.0.0.1:9", ("Gateway__Connections", connections.ToString(CultureInfo.InvariantCulture)));

        // The response comes first; the log follows a moment later.
        await Wait.UntilAsync(() => Said(gateway.Log, "Application started") > 0);

        var need = (2 * connections) + 256;
        Assert.Equal(warnings, Said(gateway.Log, $"The open file limit 1000 is too low for {connections} connections, which need {need} files; further connections will fail. Run ulimit -n {need} before the start"));
        Assert.Equal(warnings, Said(gateway.Log, "ulimit"));
    }

    private static int Said(string log, string what) => log.Split(what).Length - 1;
}
