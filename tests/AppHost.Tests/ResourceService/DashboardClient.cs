using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Runtime.CompilerServices;
using Dugout.ResourceService;
using Xunit;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>Asks as the dashboard does: gRPC over HTTP/2 without TLS, by a client that isn't ours, with the key in a header.</summary>
internal sealed class DashboardClient(Uri address, string? key) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = address, Timeout = Timeout.InfiniteTimeSpan };

    /// <summary>One question, one answer.</summary>
    /// <returns>gRPC's status, and the message if there is one.</returns>
    public async Task<(int Status, ProtoMessage? Message)> AskAsync(string call, ProtoWriter request)
    {
        using var patience = new CancellationTokenSource(Patience);
        using var response = await SendAsync(call, request, patience.Token);
        var body = await response.Content.ReadAsStreamAsync(patience.Token);
        var message = await NextAsync(body, patience.Token);
        // The status comes behind everything else.
        Assert.Null(await NextAsync(body, patience.Token));
        var status = response.TrailingHeaders.TryGetValues("grpc-status", out var behind) ? behind : response.Headers.GetValues("grpc-status");
        return (int.Parse(status.Single(), CultureInfo.InvariantCulture), message);
    }

    /// <summary>One question, answers for as long as somebody listens.</summary>
    public async IAsyncEnumerable<ProtoMessage> WatchAsync(string call, ProtoWriter request, [EnumeratorCancellation] CancellationToken cancellation = default)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(Patience);
        using var response = await SendAsync(call, request, patience.Token);
        var body = await response.Content.ReadAsStreamAsync(patience.Token);
        while (await NextAsync(body, patience.Token) is { } message)
            yield return message;
    }

    /// <summary>All resources, as they are told first.</summary>
    public async Task<IReadOnlyList<ProtoMessage>> RowsAsync()
    {
        await foreach (var update in WatchAsync("WatchResources", new()))
            return [.. update.Messages(1).Single().Messages(1)];
        return [];
    }

    /// <summary>Waits until a resource is told to be in a state.</summary>
    public async Task<ProtoMessage> RowAsync(string name, string state, Func<ProtoMessage, bool>? isSo = null)
    {
        await foreach (var update in WatchAsync("WatchResources", new()))
        {
            var rows = update.Messages(1).SelectMany(initial => initial.Messages(1))
                .Concat(update.Messages(2).SelectMany(changes => changes.Messages(1)).SelectMany(change => change.Messages(2)));
            if (rows.FirstOrDefault(row => row.Text(3) == name && row.Text(5) == state && (isSo?.Invoke(row) ?? true)) is { } found)
                return found;
        }

        throw new InvalidOperationException("The service stopped.");
    }

    /// <summary>Has a command run.</summary>
    /// <returns>1 for succeeded, 2 for failed, 3 for cancelled; and what is said about it.</returns>
    public async Task<(long Kind, string Message)> ExecuteAsync(string resource, string command)
    {
        var (status, answer) = await AskAsync("ExecuteResourceCommand", new ProtoWriter().Text(1, command).Text(2, resource));
        Assert.Equal(0, status);
        return (answer!.Number(1), answer.Text(3));
    }

    public void Dispose() => _http.Dispose();

    private async Task<HttpResponseMessage> SendAsync(string call, ProtoWriter message, CancellationToken cancellation)
    {
        var frame = new byte[5 + message.Written.Length];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), message.Written.Length);
        message.Written.CopyTo(frame.AsMemory(5));
        var request = new HttpRequestMessage(HttpMethod.Post, new Uri($"/aspire.v1.DashboardService/{call}", UriKind.Relative))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(frame) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
        };
        if (key is not null)
            request.Headers.Add("x-resource-service-api-key", key);
        var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return response;
    }

    private static async Task<ProtoMessage?> NextAsync(Stream body, CancellationToken cancellation)
    {
        var header = new byte[5];
        if (await body.ReadAtLeastAsync(header, header.Length, throwOnEndOfStream: false, cancellation) < header.Length)
            return null;
        var message = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(1))];
        await body.ReadExactlyAsync(message, cancellation);
        return ProtoMessage.Read(message);
    }
}
