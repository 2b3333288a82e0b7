using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Microsoft.Extensions.DependencyInjection;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Feed;

/// <summary>
/// The store over HTTP: <c>PUT</c>, <c>GET</c> and <c>DELETE /pictures/{id}</c>. Every call has a timeout and a circuit breaker;
/// writes and reads have separate breakers, because a full store can still serve its pictures.
/// </summary>
public sealed class HttpPictureStore(IHttpClientFactory clients) : IPictureStore
{
    private readonly HttpClient _http = clients.CreateClient(nameof(HttpPictureStore));

    /// <summary>Registers it as <see cref="IPictureStore"/>.</summary>
    public static void AddTo(IServiceCollection services)
    {
        services.AddPartner<FeedOptions>(
            nameof(HttpPictureStore), options => new(options.Pictures, Picture.MaxBytes, options.StoreMilliseconds, options.BreakMilliseconds),
            isFailed: response => Task.FromResult(!response.IsSuccessStatusCode && !IsMissing(response)),
            breaker: request => request.Method == HttpMethod.Put ? "put" : "get");
        services.AddSingleton<IPictureStore, HttpPictureStore>();
    }

    /// <inheritdoc/>
    public Task PutAsync(long pictureId, string kind, ReadOnlyMemory<byte> bytes, CancellationToken cancellation) => SendAsync("put", () =>
    {
        var content = new ReadOnlyMemoryContent(bytes);
        content.Headers.ContentType = new MediaTypeHeaderValue(Picture.MediaTypeOf(kind));
        return new(HttpMethod.Put, Address(pictureId)) { Content = content };
    }, cancellation);

    /// <inheritdoc/>
    public Task<byte[]?> FindAsync(long pictureId, CancellationToken cancellation) =>
        SendAsync("get", () => new(HttpMethod.Get, Address(pictureId)), cancellation);

    /// <inheritdoc/>
    public Task DeleteAsync(long pictureId, CancellationToken cancellation) =>
        SendAsync("delete", () => new(HttpMethod.Delete, Address(pictureId)), cancellation);

    private static Uri Address(long pictureId) => new(string.Create(CultureInfo.InvariantCulture, $"pictures/{pictureId}"), UriKind.Relative);

    private static bool IsMissing(HttpResponseMessage response) => response.StatusCode == HttpStatusCode.NotFound && response.RequestMessage!.Method != HttpMethod.Put;

    /// <summary>The response body; null if the store has no such picture.</summary>
    private async Task<byte[]?> SendAsync(string call, Func<HttpRequestMessage> make, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PictureStoreUnavailableException(call, new InvalidOperationException("The setting Feed:Pictures is missing."));
        try
        {
            using var request = make();
            using var answer = await _http.SendAsync(request, cancellation);
            return IsMissing(answer) ? null : await answer.EnsureSuccessStatusCode().Content.ReadAsByteArrayAsync(cancellation);
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new PictureStoreUnavailableException(call, error);
        }
    }
}
