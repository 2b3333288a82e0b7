namespace Dugout.Infrastructure;

/// <summary>The servers as programs in containers, from the images that their makers publish.</summary>
internal static class ContainerPrograms
{
    private const string MariaDbImage = "mariadb:11.4";
    private const string MySqlImage = "mysql:8.4";
    private const string RedisImage = "redis:7.2";

    /// <summary>Where MariaDB's image has its message files and system table scripts.</summary>
    private const string MariaDbShare = "/usr/share/mysql";

    /// <summary>Both servers; their images are fetched if they aren't there.</summary>
    /// <exception cref="StartRefusedException">No container engine answers, or an image can't be had.</exception>
    public static async Task<ServerPrograms> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        var engine = await ContainerEngine.FindAsync(settings, cancellation);
        DatabaseProgram database = settings.Engine == DatabaseEngine.MySql
            ? await MySqlAsync(engine, announce, cancellation)
            : await MariaDbAsync(engine, settings, announce, cancellation);
        return new(database, await RedisAsync(engine, announce, cancellation));
    }

    private static async Task<MySqlProgram> MySqlAsync(ContainerEngine engine, Action<string> announce, CancellationToken cancellation)
    {
        var image = await engine.ImageAsync(MySqlImage, announce, cancellation);
        var asked = await image.AskAsync("mysqld", cancellation, "--no-defaults", "--version");
        return new(MySqlProgram.VersionIn(asked.Output) ?? throw Strange(image, asked), "mysqld", "/usr") { Container = image };
    }

    /// <summary>The scripts that make its tables are read here and by the server, so they lie outside, where both see them.</summary>
    private static async Task<MariaDbProgram> MariaDbAsync(ContainerEngine engine, ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        var image = await engine.ImageAsync(MariaDbImage, announce, cancellation);
        var asked = await image.AskAsync("mariadbd", cancellation, "--no-defaults", "--version");
        var version = MariaDbProgram.VersionIn(asked.Output) ?? throw Strange(image, asked);
        var share = Path.Combine(settings.CacheFolder, $"container-mariadb-{version}");
        Directory.CreateDirectory(settings.CacheFolder);
        await image.CopyOutAsync(MariaDbShare, share, cancellation);
        return new(version, "mariadbd", ServerProgram.NoEnvironment, "/usr", share) { Container = image with { Reads = [share] } };
    }

    private static async Task<ServerProgram> RedisAsync(ContainerEngine engine, Action<string> announce, CancellationToken cancellation)
    {
        var image = await engine.ImageAsync(RedisImage, announce, cancellation);
        var asked = await image.AskAsync("redis-server", cancellation, "--version");
        return ServerPrograms.RedisVersionIn(asked.Output) is { } version
            ? new("Redis", version, "redis-server", ServerProgram.NoEnvironment) { Container = image }
            : throw Strange(image, asked);
    }

    private static StartRefusedException Strange(ContainerImage image, ToolResult asked) =>
        new($"--servers container: the image {image.Name} does not run here: {asked.Complaint}");
}
