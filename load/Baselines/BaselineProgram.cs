using Dugout.Load.Checks;
using Dugout.Load.Exits;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Load.Baselines;

/// <summary>
/// The baselines of the shop, as a separate process: plain Kestrel, which responds with constant bytes or sends the shop's requests to its servers,
/// and the endpoints one would write with Entity Framework. Ends when its input does, so it never outlives its parent.
/// </summary>
internal static class BaselineProgram
{
    /// <summary>The command that runs it.</summary>
    public const string Command = "baselines";

    /// <summary>The variable with the primary's connection string: a command line is visible to every user.</summary>
    public const string PrimaryVariable = "BASELINE_PRIMARY";

    /// <summary>The variable with the address of Redis.</summary>
    public const string RedisVariable = "BASELINE_REDIS";

    /// <summary>Responds with the process's total allocations, in bytes, as text.</summary>
    public const string Usage = "/usage";

    /// <summary>Runs until the input ends. Its first line of output is the two addresses, with a space between them.</summary>
    public static async Task<int> RunAsync(TextReader input, TextWriter output)
    {
        var (primary, redis) = (Environment.GetEnvironmentVariable(PrimaryVariable), Environment.GetEnvironmentVariable(RedisVariable));
        if (primary is null || redis is null) throw new UsageException($"{Command} is started by `costs`");
        var engine = await SqlEngine.QueryAsync(primary);
        await using var statements = await BaselineStatements.OpenAsync(primary, engine, redis);
        await using var baseline = Kestrel(statements);
        await using var idiomatic = IdiomaticShop.Build(primary, engine);
        await baseline.StartAsync();
        await idiomatic.StartAsync();
        await output.WriteLineAsync($"{baseline.Urls.Single()} {idiomatic.Urls.Single()}");
        // Reading from a console blocks, and this may be the thread on which Redis responses arrive.
        await Task.Run(input.ReadLine);
        return ExitCode.Good;
    }

    /// <summary>No configuration, no logging, no routing, no middleware.</summary>
    private static WebApplication Kestrel(BaselineStatements statements)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRoutingCore();
        var app = builder.Build();
        app.Run(context => RespondAsync(context, statements));
        return app;
    }

    private static Task RespondAsync(HttpContext context, BaselineStatements statements)
    {
        var path = context.Request.Path.Value!.Split('/');
        return path switch
        {
            ["", "constant", var length] => WriteAsync(context, Constant.Of(int.Parse(length, null))),
            ["", "unchanged"] => Unchanged(context),
            ["", "grades", var game] => WriteAsync(context, statements.GradesAsync(long.Parse(game, null))),
            ["", "taken", var game, var grade] => WriteAsync(context, statements.TakenAsync(long.Parse(game, null), long.Parse(grade, null))),
            ["", "lose"] => WriteAsync(context, statements.LoseAsync()),
            ["", "hold"] => WriteAsync(context, statements.HoldAsync()),
            ["", "reserve"] => WriteAsync(context, statements.ReserveAsync()),
            ["", "insert"] => WriteAsync(context, statements.InsertAsync()),
            _ => WriteAsync(context, System.Text.Encoding.ASCII.GetBytes($"{GC.GetTotalAllocatedBytes(precise: true)}")),
        };
    }

    private static Task Unchanged(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status304NotModified;
        return Task.CompletedTask;
    }

    private static async Task WriteAsync(HttpContext context, Task<byte[]> body) => await WriteAsync(context, await body);

    private static Task WriteAsync(HttpContext context, byte[] body)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        context.Response.ContentLength = body.Length;
        return context.Response.Body.WriteAsync(body).AsTask();
    }

    /// <summary>The same bytes each time, of the requested length.</summary>
    private static class Constant
    {
        private static readonly System.Collections.Concurrent.ConcurrentDictionary<int, byte[]> Known = new();

        public static byte[] Of(int length) => Known.GetOrAdd(length, static of => [.. Enumerable.Repeat((byte)' ', of)]);
    }
}
