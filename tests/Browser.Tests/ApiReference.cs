using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;

namespace Dugout.Browser.Tests;

/// <summary>The OpenAPI document of the shop.</summary>
internal static class ApiReference
{
    /// <summary>
    /// Returns when both replicas have built it: at the first request, which takes longer than the gateway's patience where other tests use the
    /// processors. A replica that has been killed a moment ago is asked until it is back.
    /// </summary>
    public static async Task BuildAsync(WatchedShop shop)
    {
        using var http = new HttpClient();
        foreach (var replica in shop.Replicas)
            for (var waited = Stopwatch.StartNew(); !await IsBuiltAsync(http, replica, mayFail: waited.Elapsed < Watching.Patience);)
                await Task.Delay(200);
    }

    /// <summary>Builds and reads it.</summary>
    public static async Task<JsonElement> ReadAsync(WatchedShop shop)
    {
        await BuildAsync(shop);
        return await shop.Gateway.GetFromJsonAsync<JsonElement>("/openapi/v1.json");
    }

    private static async Task<bool> IsBuiltAsync(HttpClient http, Uri replica, bool mayFail)
    {
        try
        {
            await http.GetByteArrayAsync(new Uri(replica, "/openapi/v1.json"));
            return true;
        }
        catch (HttpRequestException) when (mayFail)
        {
            return false;
        }
    }
}
