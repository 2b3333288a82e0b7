using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Feed;

/// <summary>
/// The store over HTTP: <c>PUT</c>, <c>GET</c> and <c>DELETE /pictures/{id}</c>. Every call has a timeout and a circuit breaker;
/// writes and reads have separate breakers, because a full store can still serve its pictures.
/// </summary>
public sealed class HttpPictureStore : IPictureStore, IDisposable
{
    private readonly HttpClient _http;
    private readonly ResiliencePipeline _putting;
    private readonly ResiliencePipeline _getting;

    /// <summary>Configures the client from the options.</summary>
    public HttpPictureStore(IOptions<FeedOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _http = Partner.Client(options.Value.Pictures, Picture.MaxBytes);
        _putting = Partner.Guard(options.Value.StoreMilliseconds, options.Value.BreakMilliseconds);
        _getting = Partner.Guard(options.Value.StoreMilliseconds, options.Value.BreakMilliseconds);
    }

    /// <inheritdoc/>
    public Task PutAsync(long pictureId, string kind, ReadOnlyMemory<byte> bytes, CancellationToken cancellation) => SendAsync(_putting, "put", () =>
    {
        var content = new ReadOnlyMemoryContent(bytes);
        content.Headers.ContentType = new MediaTypeHeaderValue(Picture.MediaTypeOf(kind));
        return new(HttpMethod.Put, Address(pictureId)) { Content = content };
    }, cancellation);

    /// <inheritdoc/>
    public Task<byte[]?> FindAsync(long pictureId, CancellationToken cancellation) =>
        SendAsync(_getting, "get", () => new(HttpMethod.Get, Address(pictureId)), cancellation);

    /// <inheritdoc/>
    public Task DeleteAsync(long pictureId, CancellationToken cancellation) =>
        SendAsync(_getting, "delete", () => new(HttpMethod.Delete, Address(pictureId)), cancellation);

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private static Uri Address(long pictureId) => new(string.Create(CultureInfo.InvariantCulture, $"pictures/{pictureId}"), UriKind.Relative);

    /// <summary>The response body; null if the store has no such picture.</summary>
    private async Task<byte[]?> SendAsync(ResiliencePipeline guard, string call, Func<HttpRequestMessage> make, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PictureStoreUnavailableException(call, new InvalidOperationException("The setting Feed:Pictures is missing."));
        try
        {
            return await guard.ExecuteAsync<byte[]?>(async deadline =>
            {
                using var request = make();
                using var answer = await _http.SendAsync(request, deadline);
                return answer.StatusCode == HttpStatusCode.NotFound && request.Method != HttpMethod.Put
                    ? null
                    : await answer.EnsureSuccessStatusCode().Content.ReadAsByteArrayAsync(deadline);
            }, cancellation);
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new PictureStoreUnavailableException(call, error);
        }
    }
}
