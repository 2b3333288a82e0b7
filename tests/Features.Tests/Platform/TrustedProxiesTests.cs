using System.Net;
using Dugout.Features.Tests.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>Which proxies are trusted, shown by the addresses whose failed sign-ins are counted together.</summary>
public sealed class TrustedProxiesTests(Shop shop)
{
    private static int _lastClient;

    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("::ffff:127.0.0.1", true)]
    [InlineData("::1", true)]
    [InlineData("10.42.0.7", true)]
    [InlineData("::ffff:10.42.255.7", true)]
    [InlineData("fd00:42::7", true)]
    [InlineData("10.43.0.7", false)]
    [InlineData("::ffff:10.41.255.7", false)]
    [InlineData("203.0.113.207", false)]
    [InlineData("2001:db8:207::7", false)]
    public async Task Forwarded_addresses_are_trusted_only_from_this_machine_and_trusted_networks(string from, bool isBelieved)
    {
        await using var replica = Replica(from, ("TrustedProxies:0", "10.42.0.0/16"), ("TrustedProxies:1", "fd00:42::/32"));
        using var http = replica.CreateClient();

        Assert.Equal("bad-credentials", await FailAsync(http, NextClient()));
        Assert.Equal(isBelieved ? "bad-credentials" : "too-many-attempts", await FailAsync(http, NextClient()));
    }

    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("10.44.0.7", false)]
    public async Task By_default_forwarded_addresses_are_trusted_only_from_this_machine(string from, bool isBelieved)
    {
        await using var replica = Replica(from);
        using var http = replica.CreateClient();

        Assert.Equal("bad-credentials", await FailAsync(http, NextClient()));
        Assert.Equal(isBelieved ? "bad-credentials" : "too-many-attempts", await FailAsync(http, NextClient()));
    }

    /// <summary>The addresses before it may come from the client of the proxy.</summary>
    [Fact]
    public async Task Of_several_forwarded_addresses_the_one_set_by_the_proxy_counts()
    {
        await using var replica = Replica("127.0.0.1");
        using var http = replica.CreateClient();
        var client = NextClient();

        Assert.Equal("bad-credentials", await FailAsync(http, $"{NextClient()}, {client}"));
        Assert.Equal("too-many-attempts", await FailAsync(http, $"{NextClient()}, {client}"));
    }

    /// <summary>A replica whose requests all seem to come from one address, and that allows one failed sign-in per address.</summary>
    private WebApplicationFactory<Program> Replica(string from, params (string Name, string Value)[] settings) => shop
        .Replica([.. settings, ("Attempts:FailuresOfAnAddress", "1")])
        .WithWebHostBuilder(host => host.ConfigureTestServices(services => services.AddSingleton<IStartupFilter>(new AskedFrom(IPAddress.Parse(from)))));

    /// <summary>A sign-in that fails, for an account that no other test uses.</summary>
    private async Task<string?> FailAsync(HttpClient http, string client) => (await http.SignInAsync(shop.NextAccount().Email, "wrong", client)).Code;

    /// <summary>An address that no other test has.</summary>
    private static string NextClient() => $"192.0.2.{Interlocked.Increment(ref _lastClient)}";

    private sealed class AskedFrom(IPAddress address) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, proceed) =>
            {
                context.Connection.RemoteIpAddress = address;
                return proceed(context);
            });
            next(app);
        };
    }
}
