using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// <c>--operation publish</c>, with Aspire's option names: describes the system as a start would and writes it as files for other machines. It
/// needs no server and starts nothing. Aspire's own publishers are not used, because their packages are unavailable here.
/// </summary>
internal static class PublishRun
{
    private const string Compose = "compose";
    private const string Kubernetes = "kubernetes";

    /// <summary>Data folder of a published program.</summary>
    private const string PublishedFolder = "/var/lib/dugout";

    /// <summary>Writes the files. Files of the same names are replaced; others are not touched.</summary>
    /// <param name="settings">Number of resources, publisher and output folder.</param>
    /// <param name="checkout">Build context of the images.</param>
    /// <param name="describe">Adds the resources.</param>
    /// <param name="announce">Receives lines for the user.</param>
    /// <exception cref="StartFailedException">The files cannot be written, or a setting does not apply to a published system.</exception>
    public static async Task WriteAsync(AppHostSettings settings, string checkout, Action<IDistributedApplicationBuilder, AppHostSettings> describe, Action<string> announce)
    {
        if (settings.Servers.Engine == DatabaseEngine.MySql)
            throw new StartFailedException("--engine mysql: published systems run MariaDB only; omit the option.");

        var builder = AspireApplication.CreateBuilder(describe.Method.Module.Assembly);
        UseServersElsewhere(builder, settings.Servers);
        describe(builder, settings);
        var system = await PublishedSystem.ReadAsync(builder, checkout);
        try
        {
            if (settings.Publisher is Publisher.Auto or Publisher.Compose)
            {
                var folder = Path.Combine(settings.OutputPath, Compose);
                await WriteAsync(folder, ComposeFile.Write(system, Path.GetRelativePath(folder, checkout).Replace('\\', '/')));
                announce($"Written for Docker Compose: {folder}. Copy .env.example to .env, fill it in, then: {(system.Bootstrap is { } bootstrap ? $"docker compose run --rm {bootstrap.Name} (once), " : "")}docker compose up --build.");
            }

            if (settings.Publisher is Publisher.Auto or Publisher.Kubernetes)
            {
                var folder = Path.Combine(settings.OutputPath, Kubernetes);
                await WriteAsync(folder, KubernetesFiles.Write(system));
                announce($"Written for Kubernetes: {folder}. Its README.md lists the order in which to apply the files.");
            }
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw new StartFailedException($"--output-path: {settings.OutputPath} can't be written: {fault.Message}", fault);
        }
    }

    /// <summary>
    /// Configures an application that is only described: servers run from official images, their passwords are variables, and nothing
    /// of this machine is inspected. Must come before any server is added.
    /// </summary>
    private static void UseServersElsewhere(IDistributedApplicationBuilder builder, ServerSettings servers) =>
        builder.Services.AddSingleton(new ServerInfrastructure(RunFolder.Elsewhere(PublishedFolder), ServerPrograms.Elsewhere(servers), Secrets.Named(Variables.PasswordOf), _ => { }));

    private static async Task WriteAsync(string folder, IEnumerable<(string Path, string Text)> files)
    {
        foreach (var (path, text) in files)
        {
            var file = Path.Combine(folder, path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            await File.WriteAllTextAsync(file, text);
        }
    }
}
