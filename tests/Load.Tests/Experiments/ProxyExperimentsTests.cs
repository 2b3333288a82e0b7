using System.Diagnostics;
using System.Net;
using System.Text.RegularExpressions;
using Dugout.Load.Experiments;
using Dugout.Load.Trials;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>The experiments with the gateway and with nginx.</summary>
public sealed class ProxyExperimentsTests
{
    [Theory]
    [InlineData("balancing", null)]
    [InlineData("balancing-slow", 0.1)]
    public void Variants_differ_only_in_the_policy_of_the_gateway(string name, double? first)
    {
        var variants = AllExperiments.Get(name).Variants;

        Assert.Equal(["RoundRobin", "LeastRequests", "PowerOfTwoChoices", "Random"], variants.Select(variant => variant.Name));
        Assert.All(variants, variant =>
        {
            Assert.Equal((variant.Name, "0"), (variant.SettingsOf("gateway")["Gateway__Policy"], variant.SettingsOf("gateway")["Gateway__Cache__MemoryMegabytes"]));
            Assert.Empty(variant.SettingsOf("api-1"));
            Assert.Equal((0.3, first), (variant.ApiCores!.Value, variant.FirstApiCores));
        });
    }

    [Theory]
    [InlineData("balancing-nginx", null)]
    [InlineData("balancing-nginx-slow", 0.1)]
    public void Variants_differ_only_in_the_configuration_of_nginx(string name, double? first)
    {
        var variants = AllExperiments.Get(name).Variants;

        Assert.Equal(4, variants.Select(variant => variant.Nginx).Distinct().Count());
        Assert.All(variants, variant => Assert.Equal((Proxy.Nginx, 0.3, first), (variant.Proxy, variant.ApiCores!.Value, variant.FirstApiCores)));
        Assert.Single(variants.Select(variant => string.Join(' ', variant.CommandLine)).Distinct());
    }

    /// <summary>A real nginx: file limit and number of workers follow its configuration, and it ends with its parent process.</summary>
    [Fact]
    public async Task An_nginx_runs_as_it_is_set_up()
    {
        using var folder = new TestFolder();
        var workers = new List<int>();
        using (var nginx = await Nginx.StartAsync([new Uri("http://127.0.0.1:1")], new() { Workers = 2, Files = 64 }, folder.Path, TestContext.Current.CancellationToken))
        {
            Assert.Equal(["nginx-worker-1", "nginx-worker-2"], nginx.Workers.Select(worker => worker.Name));
            workers.AddRange(nginx.Workers.Select(worker => worker.Process));
            foreach (var worker in workers)
                await IsLimitedAsync(worker);
            using var http = new HttpClient();
            using var response = await http.GetAsync(nginx.Address, TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        }

        Assert.All(workers, worker => Assert.False(Directory.Exists($"/proc/{worker}")));

        // A worker that has just been forked has its master's limit for a moment.
        static async Task IsLimitedAsync(int worker)
        {
            const string As64 = "Max open files +64 +64 ";
            var limits = "";
            for (var since = Stopwatch.StartNew(); !Regex.IsMatch(limits, As64) && since.Elapsed < TimeSpan.FromSeconds(10); await Task.Delay(20, TestContext.Current.CancellationToken))
                limits = await File.ReadAllTextAsync($"/proc/{worker}/limits", TestContext.Current.CancellationToken);
            Assert.Matches(As64, limits);
        }
    }

    [Fact]
    public void The_proxy_cpu_is_that_of_the_gateway_or_nginx()
    {
        var trial = ExampleTrials.Of("any") with { Ok = 10, CpuMicroseconds = new Dictionary<string, double> { ["gateway"] = 500, ["api-1"] = 300, ["api-2"] = 100 } };

        Assert.Equal(50, Metric.ProxyCpu.Of(trial));
        Assert.Equal(1.5, Metric.Skew.Of(trial));
        Assert.Equal(20, Metric.ProxyCpu.Of(trial with { CpuMicroseconds = new Dictionary<string, double> { ["gateway"] = 500, ["nginx-worker-1"] = 150, ["nginx-worker-2"] = 50 } }));
    }

    [Fact]
    public void An_nginx_has_its_limit_of_files_in_its_configuration_and_all_replicas()
    {
        var configuration = Nginx.Configuration([new Uri("http://127.0.0.1:1001"), new Uri("http://127.0.0.1:1002")], new() { Files = 64 }, 8080);

        Assert.Contains("worker_rlimit_nofile 64;", configuration, StringComparison.Ordinal);
        Assert.Contains("listen 127.0.0.1:8080;", configuration, StringComparison.Ordinal);
        Assert.Contains("server 127.0.0.1:1001;", configuration, StringComparison.Ordinal);
        Assert.Contains("server 127.0.0.1:1002;", configuration, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "keepalive 256;", "proxy_set_header Connection \"\";")]
    [InlineData(false, "", "proxy_set_header Connection close;")]
    public void Nginx_reuses_connections_to_replicas_or_opens_new_ones(bool keeps, string pool, string header)
    {
        var configuration = Nginx.Configuration([new Uri("http://127.0.0.1:1001")], new() { KeepsConnections = keeps }, 8080);

        Assert.Contains(pool, configuration, StringComparison.Ordinal);
        Assert.Equal(keeps, configuration.Contains("keepalive", StringComparison.Ordinal));
        Assert.Contains(header, configuration, StringComparison.Ordinal);
    }

    [Fact]
    public void A_record_contains_the_differences_of_a_variant()
    {
        var variants = AllExperiments.Get("descriptors").Variants.Select(variant => VariantRecord.Of(variant).InWords).ToList();

        Assert.EndsWith("nginx instead of the gateway, 1 worker, round robin", variants[0], StringComparison.Ordinal);
        Assert.EndsWith("nginx instead of the gateway, 1 worker, round robin, at most 64 files", variants[1], StringComparison.Ordinal);
        Assert.Contains("Gateway__Policy=Random; Gateway__Cache__MemoryMegabytes=0; each API replica has 0.3 cores; the first one 0.1", VariantRecord.Of(AllExperiments.Get("balancing-slow").Variants[3]).InWords, StringComparison.Ordinal);
    }
}
