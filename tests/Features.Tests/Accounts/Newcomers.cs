using System.Net;
using System.Net.Http.Json;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>Fans who sign up themselves, and sign-ins from given networks.</summary>
internal static class Newcomers
{
    public const string Password = "long-enough-1";

    public static string NewEmail() => $"new-{Guid.NewGuid():N}@dugout.test";

    public static Task<Answer> SignUpAsync(this HttpClient replica, string email, string password = Password, string nickname = "새 팬") =>
        replica.SendAnonymouslyAsync(HttpMethod.Post, "/api/accounts", new { email, password, nickname });

    public static Task<Answer> SignInAsync(this HttpClient replica, string email, string password, string? address = null) =>
        replica.SendAnonymouslyAsync(HttpMethod.Post, "/api/sessions", new { email, password }, address);

    public static async Task<Answer> SendAnonymouslyAsync(this HttpClient replica, HttpMethod method, string path, object body, string? address = null)
    {
        using var request = new HttpRequestMessage(method, path) { Content = JsonContent.Create(body) };
        if (address is not null)
            request.Headers.Add("X-Forwarded-For", address);
        return await Answer.ReadAsync(await replica.SendAsync(request, TestContext.Current.CancellationToken));
    }

    /// <summary>A new fan, signed up and signed in.</summary>
    public static async Task<Fan> NewcomerAsync(this Shop shop)
    {
        var email = NewEmail();
        var id = (await shop.Http.SignUpAsync(email)).Number("id");
        return await shop.SessionAsync(id, email, Password);
    }

    /// <summary>One more session of an account.</summary>
    public static async Task<Fan> SessionAsync(this Shop shop, long id, string email, string password, HttpClient? replica = null)
    {
        var answer = await (replica ?? shop.Http).SignInAsync(email, password);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return new(shop, id, email, answer.Json.GetProperty("accessToken").GetString()!);
    }

    /// <summary>A read-only request that needs a sign-in.</summary>
    public static Task<Answer> PollAsync(this Fan fan, HttpClient replica) => fan.GetAsync(replica, "/api/coupons");
}
