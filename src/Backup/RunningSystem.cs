using System.Text.Json;
using Dugout.Infrastructure.Run;
using Dugout.Load.Client;

namespace Dugout.Backup;

/// <summary>A running system, as its AppHost described it in <c>apphost.json</c> when everything was ready.</summary>
/// <param name="Folder">Its run folder.</param>
/// <param name="Primary">Read-only connection string of the primary database.</param>
/// <param name="Gateway">Address of the gateway.</param>
internal sealed record RunningSystem(string Folder, string Primary, Uri Gateway)
{
    /// <summary>The name of the file in the run folder.</summary>
    public const string FileName = "apphost.json";

    private const string RunFolder = ".run";

    /// <summary>Reads the named file, or else the one of the checkout.</summary>
    /// <exception cref="NoSystemException">There is no such file, or it was not written by an AppHost.</exception>
    public static RunningSystem Find(string? named)
    {
        if (named is not null && string.IsNullOrWhiteSpace(named)) throw new NoSystemException("no system is up: --apphost names no file");
        var file = named is not null ? Path.GetFullPath(named) : Path.Combine(Checkout.Current ?? "", RunFolder, FileName);
        if (!File.Exists(file))
        {
            throw new NoSystemException(named is not null
                ? $"no system is up: {file} does not exist"
                : $"no system is up: no {RunFolder}/{FileName} in this checkout (start one with: dotnet run --project AppHost)");
        }

        try
        {
            var content = JsonSerializer.Deserialize<AppHostFile>(File.ReadAllBytes(file), JsonSerializerOptions.Web);
            return content is { Gateway: { IsAbsoluteUri: true } gateway, Database.Primary: { Length: > 0 } primary }
                ? new RunningSystem(Path.GetDirectoryName(file)!, primary, gateway)
                : throw new NoSystemException($"no system is up: {file} names no gateway or no primary database");
        }
        catch (Exception unreadable) when (unreadable is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new NoSystemException($"no system is up: {file} cannot be read ({unreadable.GetType().Name})");
        }
    }

    private sealed record AppHostFile(Uri? Gateway, AppHostDatabase? Database);

    private sealed record AppHostDatabase(string? Primary);
}
