using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

namespace Dugout.Features.Tests;

/// <summary>A signed-in fan, at whichever replica a test sends them to.</summary>
public sealed record Fan(Shop Shop, long Id, string Email, string Token)
{
    private const int Tries = 5;

    /// <summary>Signs a fan in, as soon as the shop is not too busy for it.</summary>
    public static async Task<Fan> SignInAsync(Shop shop, int number)
    {
        ArgumentNullException.ThrowIfNull(shop);
        var email = EmailOf(number);
        var answer = await PatientlyAsync(async () => await Answer.ReadAsync(await shop.Http.PostAsJsonAsync("/api/sessions", new { email, password = Shop.FanPassword })));
        return answer.Status == HttpStatusCode.OK
            ? new(shop, number, email, answer.Json.GetProperty("accessToken").GetString()!)
            : throw new InvalidOperationException($"{email} is not signed in. {answer.Status}: {answer.Body}");
    }

    /// <summary>Sends a request again while the shop is too busy for it, when the shop says, a few times: as any client does.</summary>
    public static async Task<Answer> PatientlyAsync(Func<Task<Answer>> send)
    {
        ArgumentNullException.ThrowIfNull(send);
        for (var tried = 1; ; tried++)
        {
            var answer = await send();
            if (answer.Status != HttpStatusCode.ServiceUnavailable || answer.Headers.RetryAfter?.Delta is not { } pause || tried == Tries)
                return answer;
            await Task.Delay(pause);
        }
    }

    public static string EmailOf(int number) => $"fan{number}@dugout.test";

    /// <summary>Holds seats of a game's first grade.</summary>
    public Task<Answer> HoldAsync(long game, params int[] numbers) => HoldAsync(Shop.Http, game, Shop.Grade(game), numbers);

    public Task<Answer> HoldAsync(HttpClient replica, long game, long grade, params int[] numbers) =>
        PostAsync(replica, $"/api/games/{game}/holds", new { seats = numbers.Select(number => new { gradeId = grade, number }) });

    /// <summary>Holds and releases seats.</summary>
    public async Task<Answer> TryHoldAsync(HttpClient replica, long game, long grade, params int[] numbers)
    {
        var hold = await HoldAsync(replica, game, grade, numbers);
        if (hold.Status == HttpStatusCode.Created)
            await DeleteAsync(replica, $"/api/games/{game}/holds/{hold.Number("holdId")}");
        return hold;
    }

    public Task<Answer> ReserveAsync(long game, long hold, string? key = null) => ReserveAsync(Shop.Http, game, hold, key);

    public Task<Answer> ReserveAsync(HttpClient replica, long game, long hold, string? key = null) =>
        PostAsync(replica, "/api/reservations", new { gameId = game, holdId = hold }, key ?? Guid.NewGuid().ToString());

    /// <summary>Holds seats of a game's first grade and reserves them.</summary>
    /// <returns>The reservation's id.</returns>
    public async Task<long> BuyAsync(long game, params int[] numbers)
    {
        var hold = await HoldAsync(game, numbers);
        return (await ReserveAsync(game, hold.Number("holdId"))).Number("reservationId");
    }

    public Task<Answer> PostAsync(HttpClient replica, string path, object body, string? key = null) =>
        PostAsync(replica, path, JsonContent.Create(body), key);

    public Task<Answer> PostAsync(HttpClient replica, string path, HttpContent body, string? key = null) =>
        SendAsync(replica, HttpMethod.Post, path, body, key);

    public Task<Answer> PatchAsync(HttpClient replica, string path, object body) => SendAsync(replica, HttpMethod.Patch, path, JsonContent.Create(body));

    public Task<Answer> PutAsync(HttpClient replica, string path, object? body = null) =>
        SendAsync(replica, HttpMethod.Put, path, body is null ? null : JsonContent.Create(body));

    public Task<Answer> GetAsync(HttpClient replica, string path) => SendAsync(replica, HttpMethod.Get, path);

    public Task<Answer> DeleteAsync(HttpClient replica, string path) => SendAsync(replica, HttpMethod.Delete, path);

    public async Task<Answer> SendAsync(HttpClient replica, HttpMethod method, string path, HttpContent? body = null, string? key = null)
    {
        ArgumentNullException.ThrowIfNull(replica);
        using var request = new HttpRequestMessage(method, path) { Content = body };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Token);
        if (key is not null)
            request.Headers.Add("Idempotency-Key", key);
        return await Answer.ReadAsync(await replica.SendAsync(request, HttpCompletionOption.ResponseHeadersRead));
    }
}

/// <summary>What came back: the status, the body as sent and as JSON.</summary>
public sealed record Answer(HttpStatusCode Status, string Body, HttpResponseHeaders Headers)
{
    public JsonElement Json { get; } = Body is ['{' or '[', ..] ? JsonDocument.Parse(Body).RootElement : default;

    /// <summary>The problem code; null where there is none.</summary>
    public string? Code => Json.ValueKind == JsonValueKind.Object && Json.TryGetProperty("code", out var code) ? code.GetString() : null;

    /// <summary>A number of the response; without it the test fails and shows the response.</summary>
    public long Number(string member) => Code is null ? Json.GetProperty(member).GetInt64() : throw new InvalidOperationException($"{Status}: {Body}");

    /// <summary>Whether the body is to be read: a picture is not text, and a stream does not end.</summary>
    internal static bool HasText(HttpResponseMessage response) =>
        response.Content.Headers.ContentType?.MediaType is not { } type || !(type.StartsWith("image/", StringComparison.Ordinal) || type == "text/event-stream");

    public static async Task<Answer> ReadAsync(HttpResponseMessage response)
    {
        ArgumentNullException.ThrowIfNull(response);
        using (response)
        {
            return new(response.StatusCode, HasText(response) ? await response.Content.ReadAsStringAsync() : "", response.Headers);
        }
    }
}

public static class ShopRequests
{
    public static async Task<Answer> GetAnswerAsync(this HttpClient replica, string path)
    {
        ArgumentNullException.ThrowIfNull(replica);
        return await Answer.ReadAsync(await replica.GetAsync(new Uri(path, UriKind.Relative)));
    }
}
