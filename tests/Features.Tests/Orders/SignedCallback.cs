using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Dugout.Features.Tests.Orders;

/// <summary>A callback as the payment partner sends it: written here anew, so that both sides are held to the same words.</summary>
internal static class SignedCallback
{
    public const string Path = "/api/payments/callbacks";

    public static string Of(long order, string paymentId, long amount, string state) => JsonSerializer.Serialize(new { paymentId, key = $"{order}", amount, state });

    public static string Sign(Shop shop, string body) => Sign(shop, Encoding.UTF8.GetBytes(body));

    public static string Sign(Shop shop, byte[] body)
    {
        var key = Convert.FromHexString(File.ReadAllText(System.IO.Path.Combine(shop.KeyFolder, "payments.key")));
        return Convert.ToHexStringLower(HMACSHA256.HashData(key, body));
    }

    public static async Task<Answer> SendAsync(HttpClient replica, string body, string? signature)
    {
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        if (signature is not null)
            content.Headers.TryAddWithoutValidation("X-Signature", signature);
        return await Answer.ReadAsync(await replica.PostAsync(new Uri(Path, UriKind.Relative), content));
    }
}
