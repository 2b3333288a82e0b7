using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>
/// Requests that two readers could understand differently, byte by byte as a client may send them: each is refused by the gateway, and nothing after it is read; or it
/// reaches the replica as one request with one meaning.
/// </summary>
public sealed partial class SmugglingTests(SmugglingTests.Gate gate) : IClassFixture<SmugglingTests.Gate>
{
    private const string Post = "POST /api/echo HTTP/1.1\r\nHost: shop\r\n";
    private const string Get = "GET /api/name HTTP/1.1\r\nHost: shop\r\n";
    private const string Hello = "\r\n5\r\nhello\r\n0\r\n\r\n";
    private const string Another = "GET /api/smuggled HTTP/1.1\r\nHost: shop\r\n\r\n";

    private static readonly Dictionary<string, string> Ambiguous = new()
    {
        ["a length and chunks"] = $"{Post}Content-Length: 48\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{Another}",
        ["chunks and a length"] = $"{Post}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n{Another}",
        ["a length of nothing and chunks"] = $"{Post}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n{Hello}",
        ["two lengths"] = $"{Post}Content-Length: 5\r\nContent-Length: 0\r\n\r\nhello",
        ["two lengths alike"] = $"{Post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        ["a list of lengths"] = $"{Post}Content-Length: 5, 5\r\n\r\nhello",
        ["a length below nothing"] = $"{Post}Content-Length: -1\r\n\r\nhello",
        ["a length in hexadecimal digits"] = $"{Post}Content-Length: 0x5\r\n\r\nhello",
        ["a length in two words"] = $"{Post}Content-Length: 5 5\r\n\r\nhello",
        ["an empty length"] = $"{Post}Content-Length: \r\n\r\nhello",
        ["a length beyond all numbers"] = $"{Post}Content-Length: 99999999999999999999\r\n\r\nhello",
        ["no length at all, from a version that has no chunks"] = $"POST /api/echo HTTP/1.0\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n{Hello}",
        ["chunks that aren't the last coding"] = $"{Post}Transfer-Encoding: chunked, identity\r\n{Hello}",
        ["chunks within another coding"] = $"{Post}Transfer-Encoding: gzip, chunked\r\n{Hello}",
        ["chunks twice"] = $"{Post}Transfer-Encoding: chunked, chunked\r\n{Hello}",
        ["two codings"] = $"{Post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n{Hello}",
        ["an unknown coding"] = $"{Post}Transfer-Encoding: xchunked\r\n{Hello}",
        ["a coding behind a vertical tab"] = $"{Post}Transfer-Encoding: \vchunked\r\n{Hello}",
        ["a space before the colon"] = $"{Post}Transfer-Encoding : chunked\r\n{Hello}",
        ["a tab before the colon"] = $"{Post}Content-Length\t: 5\r\n\r\nhello",
        ["a header without a name"] = $"{Get}: nothing\r\n\r\n",
        ["a header without a colon"] = $"{Get}nothing\r\n\r\n",
        ["a header that goes on in the next line"] = $"{Post}X-Long: a\r\n b\r\nContent-Length: 5\r\n\r\nhello",
        ["a first header that begins with a space"] = "GET /api/name HTTP/1.1\r\n Host: shop\r\nHost: shop\r\n\r\n",
        ["a bare line feed between headers"] = $"{Post}X-One: 1\nContent-Length: 5\r\n\r\nhello",
        ["a bare line feed after the first line"] = "GET /api/name HTTP/1.1\nHost: shop\r\n\r\n",
        ["bare line feeds at the end"] = "GET /api/name HTTP/1.1\r\nHost: shop\n\n",
        ["a bare carriage return in a header"] = $"{Post}X-One: 1\rContent-Length: 5\r\n\r\nhello",
        ["a chunk beyond all numbers"] = $"{Post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n",
        ["a chunk below nothing"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        ["a chunk's size with a prefix"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
        ["a chunk's size behind a space"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n 5\r\nhello\r\n0\r\n\r\n",
        ["a chunk longer than it says"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n",
        ["a bare line feed in what a chunk says besides"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n5;a\nb\r\nhello\r\n0\r\n\r\n{Another}",
        ["a bare line feed after a chunk's size"] = $"{Post}Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
        ["no host"] = "GET /api/name HTTP/1.1\r\n\r\n",
        ["two hosts"] = $"{Get}Host: elsewhere\r\n\r\n",
        ["a host with a path"] = "GET /api/name HTTP/1.1\r\nHost: shop/elsewhere\r\n\r\n",
        ["another host in the target"] = "GET http://elsewhere/api/name HTTP/1.1\r\nHost: shop\r\n\r\n",
        ["a NUL in the target"] = "GET /api/na\0me HTTP/1.1\r\nHost: shop\r\n\r\n",
        ["a NUL in the target, encoded"] = "GET /api/na%00me HTTP/1.1\r\nHost: shop\r\n\r\n",
        ["a NUL in a header"] = $"{Get}X-One: 1\02\r\n\r\n",
        ["a NUL in a header's name"] = $"{Get}X-\0One: 1\r\n\r\n",
        ["a tunnel"] = "CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n",
        ["an echo of the request"] = "TRACE /api/name HTTP/1.1\r\nHost: shop\r\n\r\n",
        ["a version there isn't"] = "GET /api/name HTTP/1.2\r\nHost: shop\r\n\r\n",
        ["no version"] = "GET /api/name\r\nHost: shop\r\n\r\n",
        ["a version in small letters"] = "GET /api/name http/1.1\r\nHost: shop\r\n\r\n",
        ["a method that is none"] = "GE(T /api/name HTTP/1.1\r\nHost: shop\r\n\r\n",
        ["headers a byte beyond the limit"] = WithHeaderBytes(16_385),
        ["a header more than the limit"] = WithHeaders(65),
        ["a first line beyond the limit"] = $"GET /api/{new string('a', 10_000)} HTTP/1.1\r\nHost: shop\r\n\r\n",
    };

    /// <summary>What is sent; then what arrives: method, target as a pattern, body.</summary>
    private static readonly Dictionary<string, (string Sent, string Method, string Target, string Body)> Clear = new()
    {
        ["a length"] = ($"{Post}Content-Length: 5\r\n\r\nhello", "POST", "/api/echo", "hello"),
        // The server reads a number, and what arrives says it plainly.
        ["a length with a sign"] = ($"{Post}Content-Length: +5\r\n\r\nhello", "POST", "/api/echo", "hello"),
        ["chunks"] = ($"{Post}Transfer-Encoding: chunked\r\n{Hello}", "POST", "/api/echo", "hello"),
        ["chunks in capitals"] = ($"{Post}Transfer-Encoding: CHUNKED\r\n{Hello}", "POST", "/api/echo", "hello"),
        ["several chunks"] = ($"{Post}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "POST", "/api/echo", "hello"),
        ["what a chunk says besides"] = ($"{Post}Transfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\n0\r\n\r\n", "POST", "/api/echo", "hello"),
        ["zeros before a chunk's size"] = ($"{Post}Transfer-Encoding: chunked\r\n\r\n0005\r\nhello\r\n0\r\n\r\n", "POST", "/api/echo", "hello"),
        ["a body that looks like a request"] = ($"{Post}Content-Length: {Another.Length}\r\n\r\n{Another}", "POST", "/api/echo", Another),
        ["a question with a body that looks like a request"] = ($"{Get}Content-Length: {Another.Length}\r\n\r\n{Another}", "GET", "/api/name", Another),
        ["a chunk that looks like a request"] =
            ($"{Post}Transfer-Encoding: chunked\r\n\r\n{Another.Length:x}\r\n{Another}\r\n0\r\n\r\n", "POST", "/api/echo", Another),
        ["a length said with an underscore"] = ($"{Post}Content_Length: 99\r\nTransfer_Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello", "POST", "/api/echo", "hello"),
        ["a length that isn't to be passed on"] = ($"{Post}Connection: keep-alive, Content-Length\r\nContent-Length: 5\r\n\r\nhello", "POST", "/api/echo", "hello"),
        ["a write without a body"] = ("DELETE /api/name HTTP/1.1\r\nHost: shop\r\n\r\n", "DELETE", "/api/name", ""),
        ["headers up to the limit's last byte"] = (WithHeaderBytes(16_384), "GET", "/api/name", ""),
        ["as many headers as the limit has"] = (WithHeaders(64), "GET", "/api/name", ""),
        ["another protocol offered"] = ($"{Get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", "GET", "/api/name", ""),
        ["the host in the target as well"] = ("GET http://shop/api/name HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", "/api/name", ""),
        ["a path that goes down and up"] = ("GET /api/x/../name HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", "/api/name", ""),
        ["the same, encoded"] = ("GET /api/x/%2e%2e/name HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", "/api/name", ""),
        ["a dot in between"] = ("GET /api/./name HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", "/api/name", ""),
        // No slash to anybody: it arrives encoded, once or twice.
        ["an encoded slash"] = ("GET /api/a%2fb HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", "/api/a%(25)?2fb", ""),
        ["encoded slashes that would go up"] = ("GET /api/..%2f..%2fsecret HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", @"/api/\.\.%(25)?2f\.\.%(25)?2fsecret", ""),
        ["a line's end in the query, encoded"] = ("GET /api/name?a=%0d%0aX-User-Id:%201 HTTP/1.1\r\nHost: shop\r\n\r\n", "GET", @"/api/name\?a=%0d%0aX-User-Id:%201", ""),
    };

    public static TheoryData<string> AmbiguousNames => [.. Ambiguous.Keys];

    public static TheoryData<string> ClearNames => [.. Clear.Keys];

    [Theory]
    [MemberData(nameof(AmbiguousNames))]
    public async Task Ambiguous_requests_are_rejected(string name)
    {
        var (statuses, closed) = await gate.SendAsync(Ambiguous[name]);

        Assert.All(statuses, status => Assert.True(status is 400 or 405 or 414 or 431 or 505, $"It was answered with {status}."));
        Assert.True(statuses.Count <= 1, "More was read of it.");
        Assert.True(closed, "More would be read.");
        Assert.Empty(gate.Taken());
    }

    [Theory]
    [MemberData(nameof(ClearNames))]
    public async Task A_forwarded_request_is_unambiguous(string name)
    {
        var (sent, method, target, body) = Clear[name];

        var (statuses, _) = await gate.SendAsync(sent);

        Assert.Equal([200], statuses);
        var taken = Assert.Single(gate.Taken());
        Assert.Equal((method, body), (taken.Method, taken.Body));
        Assert.Matches($"(?i)^{target}$", taken.Target);
        Assert.DoesNotContain(taken.Headers, header => header.Contains('_', StringComparison.Ordinal) || header.Equals("Upgrade", StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>Paths that lead out of what replicas serve are looked up as what they mean, and there is nothing there.</summary>
    [Theory]
    [InlineData("/api/../secret")]
    [InlineData("/api/%2e%2e/secret")]
    [InlineData("/api/x/../../secret")]
    [InlineData("//api/name")]
    [InlineData("/api/../../../secret")]
    public async Task Paths_outside_the_routes_reach_no_replica(string path)
    {
        var (statuses, _) = await gate.SendAsync($"GET {path} HTTP/1.1\r\nHost: shop\r\n\r\n");

        Assert.True(statuses is [404] or [400], string.Join(", ", statuses));
        Assert.Empty(gate.Taken());
    }

    /// <summary>Two requests in one piece are two requests.</summary>
    [Fact]
    public async Task Pipelined_requests_are_separate_requests()
    {
        var (statuses, _) = await gate.SendAsync($"{Post}Content-Length: 5\r\n\r\nhello{Get}\r\n");

        Assert.Equal([200, 200], statuses);
        Assert.Equal([("POST", "hello"), ("GET", "")], gate.Taken().Select(taken => (taken.Method, taken.Body)));
    }

    // The limit counts headers, each with the end of its line, but not the first line.
    private static string WithHeaderBytes(int bytes) => $"{Get}X-Long: {new string('a', bytes - "Host: shop\r\nX-Long: \r\n".Length)}\r\n\r\n";

    private static string WithHeaders(int headers) => $"{Get}{string.Concat(Enumerable.Range(1, headers - 1).Select(number => $"X-{number}: a\r\n"))}\r\n";

    [GeneratedRegex(@"HTTP/1\.1 (?<status>\d{3}) ")]
    private static partial Regex Status();

    /// <summary>A gateway before a replica that takes everything down, for one test after the other.</summary>
    public sealed class Gate : IAsyncLifetime
    {
        private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

        private readonly RecordingReplica _replica = new();
        private WebApplicationFactory<Program> _gateway = null!;
        private HttpClient _http = null!;

        public async ValueTask InitializeAsync()
        {
            _gateway = Rig.ServedGateway([_replica.Address]);
            _http = _gateway.CreateClient();
            await Rig.ReadyAsync(_http);
        }

        public async ValueTask DisposeAsync()
        {
            _http.Dispose();
            await _gateway.DisposeAsync();
            await _replica.DisposeAsync();
        }

        /// <summary>Sends this as it is, a byte a character, and reads until there is an answer and nothing more comes for a while.</summary>
        /// <returns>The statuses that were answered, and whether the gateway closed the connection.</returns>
        internal async Task<(List<int> Statuses, bool Closed)> SendAsync(string bytes)
        {
            using var client = new TcpClient();
            await client.ConnectAsync(_http.BaseAddress!.Host, _http.BaseAddress.Port);
            var stream = client.GetStream();
            await stream.WriteAsync(Encoding.Latin1.GetBytes(bytes));
            var (answer, closed) = ("", false);
            var chunk = new byte[16 * 1024];
            while (!closed)
            {
                using var patience = new CancellationTokenSource(Status().IsMatch(answer) ? Quiet : Patience);
                try
                {
                    var read = await stream.ReadAsync(chunk, patience.Token);
                    answer += Encoding.Latin1.GetString(chunk, 0, read);
                    closed = read == 0;
                }
                catch (OperationCanceledException)
                {
                    break;
                }
                catch (IOException)
                {
                    // Reset: there was more to read than the gateway wanted.
                    closed = true;
                }
            }

            return (Status().Matches(answer).Select(match => int.Parse(match.Groups["status"].Value, CultureInfo.InvariantCulture)).ToList(), closed);
        }

        /// <summary>What has reached the replica since last asked.</summary>
        internal List<RecordingReplica.Request> Taken()
        {
            var taken = new List<RecordingReplica.Request>();
            while (_replica.Requests.TryDequeue(out var request))
                taken.Add(request);
            return taken;
        }
    }
}
