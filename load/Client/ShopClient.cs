using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Dugout.Load.Client;

/// <summary>Sends customer requests to the shop and classifies the responses.</summary>
internal sealed partial class ShopClient : IDisposable
{
    /// <summary>A request without a complete response after this time has failed as <c>timeout</c>.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>The code of a response with the right status and a wrong body.</summary>
    public const string WrongBody = "wrong-body";

    /// <summary>The server name of a response that the gateway produced itself.</summary>
    private const string Gateway = "gateway";

    private readonly HttpClient _http;
    private readonly ConcurrentDictionary<string, long> _responses = new();

    /// <summary>Is called after each request, also one without a response; several at once.</summary>
    public Action<FinishedRequest>? Finished { get; init; }

    /// <summary>The number of requests each replica has answered so far, by its name. Responses produced by the gateway itself are not included.</summary>
    public IReadOnlyDictionary<string, long> ResponsesByReplica => new Dictionary<string, long>(_responses);

    /// <summary>Opens as many connections as iterations need, so that none waits for another.</summary>
    public ShopClient(Uri gateway, TimeSpan? patience = null) => _http = new HttpClient(new SocketsHttpHandler
    {
        MaxConnectionsPerServer = int.MaxValue,
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
    })
    {
        BaseAddress = gateway,
        Timeout = patience ?? Patience,
    };

    /// <summary>Probes the gateway: null when nothing responds, otherwise whether it is a shop. A shop names the server of a response, or rejects in the form
    /// of the contract.</summary>
    public async Task<bool?> IsShopAsync()
    {
        try
        {
            using var response = await _http.GetAsync(new Uri("api/teams", UriKind.Relative));
            return response.Headers.Contains("X-Served-By") || ReadProblem(await response.Content.ReadAsByteArrayAsync()) is { Code: not null, TraceId: not null };
        }
        catch (Exception silent) when (silent is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }

    public Task<ShopResponse<Session>> SignInAsync(string email, string password, string? device = null) =>
        RequestAsync(HttpMethod.Post, "api/sessions", null, ShopJson.Default.Session, Right,
            JsonContent.Create(new SignInRequest(email, password, device), ShopJson.Default.SignInRequest));

    public Task<ShopResponse<Page<Team>>> TeamsAsync(string token, Func<Page<Team>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, "api/teams", token, ShopJson.Default.PageTeam, wrong);

    public Task<ShopResponse<Page<Game>>> GamesAsync(string token, Month month, Func<Page<Game>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games?month={month}", token, ShopJson.Default.PageGame, wrong);

    public Task<ShopResponse<GameDetail>> GameAsync(string token, long game, Func<GameDetail, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}", token, ShopJson.Default.GameDetail, wrong);

    public Task<ShopResponse<Page<GradeInSale>>> GradesAsync(string token, long game, Func<Page<GradeInSale>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}/grades", token, ShopJson.Default.PageGradeInSale, wrong);

    public Task<ShopResponse<Grade>> GradeAsync(string token, long game, long grade, Func<Grade, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}/grades/{grade}", token, ShopJson.Default.Grade, wrong);

    public Task<ShopResponse<TakenSeats>> TakenAsync(string token, long game, long grade, Func<TakenSeats, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}/grades/{grade}/taken", token, ShopJson.Default.TakenSeats, wrong);

    public Task<ShopResponse<Hold>> HoldAsync(string token, long game, Seat[] seats, Func<Hold, string?> wrong, string? pass = null) =>
        RequestAsync(HttpMethod.Post, $"api/games/{game}/holds", token, ShopJson.Default.Hold, wrong,
            JsonContent.Create(new HoldRequest(seats), ShopJson.Default.HoldRequest), HttpStatusCode.Created, pass: pass);

    public Task<ShopResponse<Reservation>> ReserveAsync(string token, long game, long hold, string key, Func<Reservation, string?> wrong, string? pass = null) =>
        RequestAsync(HttpMethod.Post, "api/reservations", token, ShopJson.Default.Reservation, wrong,
            JsonContent.Create(new ReservationRequest(game, hold), ShopJson.Default.ReservationRequest), HttpStatusCode.Created, key, pass);

    public Task<ShopResponse<Page<Reservation>>> MyReservationsAsync(string token, Func<Page<Reservation>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, "api/reservations", token, ShopJson.Default.PageReservation, wrong);

    public Task<ShopResponse<Reservation>> MyReservationAsync(string token, long reservation, Func<Reservation, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/reservations/{reservation}", token, ShopJson.Default.Reservation, wrong);

    public Task<ShopResponse<Page<Hold>>> MyHoldsAsync(string token, long game, Func<Page<Hold>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}/holds", token, ShopJson.Default.PageHold, wrong);

    public void Dispose() => _http.Dispose();

    private static string? Right(Session session) =>
        session is { AccessToken.Length: > 0, Account.Id: > 0 } ? null : "no token or no account";

    private Task<ShopResponse<T>> RequestAsync<T>(
        HttpMethod method, string path, string? token, JsonTypeInfo<T> type, Func<T, string?> wrong, HttpContent? body = null,
        HttpStatusCode expected = HttpStatusCode.OK, string? idempotencyKey = null, string? pass = null)
        where T : class =>
        SendAsync(method, path, token, expected, (request, bytes) => Read(request, expected, bytes, type, wrong), body, idempotencyKey, pass);

    private async Task<ShopResponse<T>> SendAsync<T>(
        HttpMethod method, string path, string? token, HttpStatusCode expected, Func<HttpRequestMessage, byte[], ShopResponse<T>> read, HttpContent? body = null, string? idempotencyKey = null, string? pass = null)
        where T : class
    {
        using var request = new HttpRequestMessage(method, path) { Content = body };
        if (token is not null) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        if (idempotencyKey is not null) request.Headers.Add("Idempotency-Key", idempotencyKey);
        if (pass is not null) request.Headers.Add("X-Access-Pass", pass);
        return await SentAsync(request, async () =>
        {
            using var response = await _http.SendAsync(request);
            var bytes = await response.Content.ReadAsByteArrayAsync();
            if (ServedBy(response) is { } replica and not Gateway) _responses.AddOrUpdate(replica, 1, (_, count) => count + 1);
            return response.StatusCode == expected ? read(request, bytes) : Rejected<T>(request, response, bytes);
        });
    }

    /// <summary>The result of sending a request; a missing response is one, too.</summary>
    private async Task<ShopResponse<T>> SentAsync<T>(HttpRequestMessage request, Func<Task<ShopResponse<T>>> send)
        where T : class
    {
        var sent = Stopwatch.GetTimestamp();
        var response = await TriedAsync(request, send);
        Finished?.Invoke(new FinishedRequest(request.Method == HttpMethod.Get, response.Outcome, response.Status, sent, Stopwatch.GetTimestamp()));
        return response;
    }

    private async Task<ShopResponse<T>> TriedAsync<T>(HttpRequestMessage request, Func<Task<ShopResponse<T>>> send)
        where T : class
    {
        try
        {
            return await send();
        }
        catch (OperationCanceledException)
        {
            return Failed<T>(request, Outcome.TimeOut, "timeout", $"no response within {_http.Timeout.TotalSeconds} s", 0, effectUnknown: true);
        }
        catch (HttpRequestException broken)
        {
            return Failed<T>(request, Outcome.Fault, "transport", broken.Message, 0, effectUnknown: true);
        }
    }

    private static ShopResponse<T> Read<T>(HttpRequestMessage request, HttpStatusCode status, byte[] bytes, JsonTypeInfo<T> type, Func<T, string?> wrong)
        where T : class
    {
        string? fault;
        try
        {
            var result = JsonSerializer.Deserialize(bytes, type);
            fault = result is null ? "the body is null" : wrong(result);
            if (fault is null) return new ShopResponse<T>(Outcome.Ok, Number(status), "", bytes.Length, result, EffectUnknown: false);
        }
        catch (Exception unfit) when (unfit is JsonException or NullReferenceException)
        {
            // The serializer rejects a null member, but not a null element of a list: a check that fails on one has found it.
            fault = unfit is JsonException ? unfit.Message : "null in a list";
        }

        return Failed<T>(request, Outcome.Fault, WrongBody, fault, bytes.Length, effectUnknown: true);
    }

    private static ShopResponse<T> Rejected<T>(HttpRequestMessage request, HttpResponseMessage response, byte[] bytes)
        where T : class
    {
        var problem = ReadProblem(bytes);
        var result = (response.StatusCode, problem.Code) switch
        {
            (HttpStatusCode.Conflict, { } code) => new ShopResponse<T>(Outcome.Rejected, code, "", bytes.Length, null, EffectUnknown: false) { Taken = [.. (problem.Seats ?? []).OfType<UnavailableSeat>()] },
            (HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable, { } code) => new ShopResponse<T>(Outcome.Shed, code, "", bytes.Length, null, EffectUnknown: FromGateway(response)),
            var (status, code) => Failed<T>(
                request, (int)status is >= 400 and < 500 ? Outcome.ClientError : Outcome.Fault, code is null ? Number(status) : $"{Number(status)} {code}", $"trace {problem.TraceId ?? "unknown"}", bytes.Length, effectUnknown: (int)status is >= 500 or < 400),
        };
        return result with { RetryAfter = response.Headers.RetryAfter?.Delta };
    }

    /// <summary>
    /// A replica that sheds a request has done nothing. The gateway sends the same code when a replica broke off in the middle of a request, and then the
    /// effect is unknown.
    /// </summary>
    private static bool FromGateway(HttpResponseMessage response) => ServedBy(response) == Gateway;

    private static string? ServedBy(HttpResponseMessage response) => response.Headers.TryGetValues("X-Served-By", out var names) ? names.FirstOrDefault() : null;

    private static Problem ReadProblem(byte[] bytes)
    {
        try
        {
            return JsonSerializer.Deserialize(bytes, ShopJson.Default.Problem) ?? new Problem();
        }
        catch (JsonException)
        {
            return new Problem();
        }
    }

    private static ShopResponse<T> Failed<T>(HttpRequestMessage request, Outcome outcome, string code, string what, int bytes, bool effectUnknown)
        where T : class =>
        new(outcome, code, $"{request.Method} {request.RequestUri}: {what}", bytes, null, effectUnknown);

    private static string Number(HttpStatusCode status) => ((int)status).ToString(CultureInfo.InvariantCulture);
}
