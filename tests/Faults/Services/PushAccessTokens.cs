using System.Net.Http.Json;
using System.Security.Cryptography;
using Dugout.Features.Notices;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Faults.Services;

/// <summary>How a sign-in gets an access token of the push partner.</summary>
internal enum PushTokenSource
{
    /// <summary>Cached until it expires.</summary>
    Cached,

    /// <summary>The same, and the credentials' file is read each time.</summary>
    FileRead,

    /// <summary>The file is read and exchanged for a new token each time.</summary>
    FileAndExchange,
}

/// <summary>
/// Around the sign-in: before it signs in, the request gets an access token of the push partner, in one of the ways that a team had (report 004). The
/// product needs no such token; the lab measures what each way costs.
/// </summary>
internal sealed class PushAccessTokens(PushTokenSource source, IHttpClientFactory clients, IConfiguration configuration, TimeProvider clock) : IEndpointFilter
{
    private readonly HttpClient _http = clients.CreateClient(nameof(HttpPush));
    private readonly SingleFlight<string, Kept> _exchanges = new();
    private readonly string _file = CredentialsIn(configuration["Keys:Folder"] ?? throw new InvalidOperationException("The setting Keys:Folder is missing."));
    private volatile Kept? _kept;

    /// <inheritdoc/>
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(next);
        try
        {
            var credentials = source == PushTokenSource.Cached ? null : await ReadAsync();
            if (source == PushTokenSource.FileAndExchange)
                await ExchangeAsync(credentials!);
            else if (_kept is not { } kept || kept.Until <= clock.GetUtcNow())
                await _exchanges.RunAsync("", async _ => _kept = await KeepAsync(credentials), context.HttpContext.RequestAborted);
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            return Problems.Busy;
        }

        return await next(context);
    }

    private async Task<Kept> KeepAsync(string? credentials)
    {
        var token = await ExchangeAsync(credentials ?? await ReadAsync());
        return new(token.Token, clock.GetUtcNow().AddSeconds(token.ExpiresInSeconds));
    }

    private async Task<AccessToken> ExchangeAsync(string credentials)
    {
        using var response = await _http.PostAsJsonAsync(new Uri("push/tokens", UriKind.Relative), new { credentials });
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<AccessToken>())!;
    }

    private Task<string> ReadAsync() => File.ReadAllTextAsync(_file);

    /// <summary>The file of the credentials, which the first process makes: the partner's simulator accepts any.</summary>
    private static string CredentialsIn(string folder)
    {
        var file = Path.Combine(folder, "push.key");
        if (File.Exists(file))
            return file;
        var unfinished = $"{file}.{Environment.ProcessId}";
        File.WriteAllText(unfinished, RandomNumberGenerator.GetHexString(64, lowercase: true));
        File.Move(unfinished, file, overwrite: true);
        return file;
    }

    private sealed record AccessToken(string Token, int ExpiresInSeconds);

    private sealed record Kept(string Token, DateTimeOffset Until);
}
