// What a program is told: ports, addresses, connection strings, by environment and arguments.
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

public class EndpointsAndVariables
{
    [Fact]
    public async Task Expressions_are_filled_when_the_program_starts()
    {
        await using var host = new AppHostUnderTest();
        var server = host.Forever("my-server").WithHttpEndpoint(env: "PORT").WithEndpoint("admin", endpoint => endpoint.TargetHost = "127.0.0.1");
        var http = server.GetEndpoint("http");
        host.Bash("client", "env | grep -E '^(URL|EXPR|ADMIN|services__)' | sort; echo \"$0\" \"$1\"")
            .WithArgs("zero")
            .WithArgs(context => context.Args.Add(http.Property(EndpointProperty.HostAndPort)))
            .WithEnvironment("URL", http)
            .WithEnvironment("EXPR", $"{{{http.Property(EndpointProperty.IPV4Host)}}}:{http.Property(EndpointProperty.Port)};User={"plain"}")
            .WithEnvironment("ADMIN", ReferenceExpression.Create($"{server.GetEndpoint("admin").Property(EndpointProperty.Host)}"))
            .WithReference(http);

        await host.StartAsync();
        await host.Becomes("client", "Finished");
        var port = http.Port.ToString(CultureInfo.InvariantCulture);
        Assert.Equal(
            $"ADMIN=127.0.0.1 EXPR={{127.0.0.1}}:{port};User=plain URL=http://localhost:{port} services__my-server__http__0=http://localhost:{port} zero localhost:{port}",
            await host.Output("client"));
        Assert.Contains(new EnvironmentVariableSnapshot("PORT", port, IsFromSpec: true), (await host.Becomes("my-server", "Running")).EnvironmentVariables);
    }

    [Fact]
    public async Task Variables_whose_names_hold_a_dash_arrive()
    {
        await using var host = new AppHostUnderTest();
        host.Bash("client", "env | grep '^ConnectionStrings'").WithEnvironment("ConnectionStrings__my-sql", "Server=here;Password='a b'\"c");

        await host.StartAsync();
        await host.Becomes("client", "Finished");
        Assert.Equal("ConnectionStrings__my-sql=Server=here;Password='a b'\"c", await host.Output("client"));
    }

    [Fact]
    public async Task A_fixed_port_that_is_taken_stops_the_start_before_anything_runs()
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var port = ((IPEndPoint)holder.LocalEndpoint).Port;
        await using var host = new AppHostUnderTest();
        host.Forever("first");
        host.Forever("gateway").WithHttpEndpoint(port: port);

        var refusal = await Assert.ThrowsAsync<DistributedApplicationException>(host.StartAsync);
        Assert.Equal($"resource 'gateway' cannot start: its port {port} (endpoint 'http') is already taken by another program", refusal.Message);
        Assert.Null(host.StateOf("first"));
    }

    /// <summary>Another AppHost looks at the mark, as it can't at a program that doesn't listen yet.</summary>
    [Fact]
    public async Task A_port_is_marked_as_given_before_its_program_listens()
    {
        await using var host = new AppHostUnderTest();
        var late = host.Forever("late").WithHttpEndpoint();
        await host.StartAsync();

        using var other = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        var refusal = Assert.Throws<SocketException>(() => other.Bind(new IPEndPoint(IPAddress.Loopback, late.GetEndpoint("http").Port)));
        Assert.Equal(SocketError.AddressAlreadyInUse, refusal.SocketErrorCode);
    }

    [Fact]
    public async Task A_project_runs_as_its_built_program()
    {
        var project = Path.Combine(AppContext.BaseDirectory, "../../../../../tests/TinyAppHost/TinyAppHost.csproj");
        await using var host = new AppHostUnderTest();
        host.Builder.AddProject("tiny", project)
            .WithHttpEndpoint()
            .WithHttpEndpoint(name: "second")
            .WithArgs("show", "ASPNETCORE_ENVIRONMENT", "ASPNETCORE_URLS", "OTEL_SERVICE_NAME");

        await host.StartAsync();
        var ended = await host.Becomes("tiny", "Finished");
        var urls = string.Join(';', ended.Urls.Select(url => url.Url));
        Assert.Equal($"ASPNETCORE_ENVIRONMENT=Development ASPNETCORE_URLS={urls} OTEL_SERVICE_NAME= folder={Path.GetDirectoryName(Path.GetFullPath(project))}", await host.Output("tiny"));
    }

    [Fact]
    public async Task A_project_that_is_not_built_says_so()
    {
        await using var host = new AppHostUnderTest();
        host.Builder.AddProject("ghost", "src/Ghost/Ghost.csproj");

        await host.StartAsync();
        Assert.StartsWith("project 'Ghost' is not built: ", (string?)(await host.Becomes("ghost", "FailedToStart")).Property("failure"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1api")]
    [InlineData("api_1")]
    [InlineData("api--1")]
    public void A_name_that_no_variable_could_hold_is_refused(string name) =>
        Assert.Throws<ArgumentException>(() => new ProjectResource(name));
}
