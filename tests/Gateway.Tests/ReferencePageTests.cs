using System.Net;
using Microsoft.AspNetCore.Hosting;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The page of the API reference, <c>/docs</c>, comes from the replicas.</summary>
public sealed class ReferencePageTests
{
    [Fact]
    public async Task In_Development_the_page_and_its_files_come_from_the_replicas()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.Gateway([one.Address]).WithWebHostBuilder(host => host.UseEnvironment("Development"));
        using var http = gateway.CreateClient();

        foreach (var path in (string[])["/docs", "/docs/", "/docs/scalar.js"])
            Assert.Equal((path, "one"), (path, await http.GetStringAsync(new Uri(path, UriKind.Relative))));
    }

    [Fact]
    public async Task In_Production_the_page_is_not_found()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.Gateway([one.Address]).WithWebHostBuilder(host => host.UseEnvironment("Production"));
        using var http = gateway.CreateClient();

        foreach (var path in (string[])["/docs", "/docs/", "/docs/scalar.js"])
        {
            using var answer = await http.GetAsync(new Uri(path, UriKind.Relative));
            await Rig.AssertProblemAsync(answer, HttpStatusCode.NotFound, "no-such-page");
        }

        Assert.Equal("one", await http.NameAsync());
    }
}
