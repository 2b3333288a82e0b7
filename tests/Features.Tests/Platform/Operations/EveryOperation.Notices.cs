using System.Net;

namespace Dugout.Features.Tests.Platform;

/// <summary>What there is to devices and notices. A fan who has bought and cancelled has notices of it.</summary>
internal sealed partial class EveryOperation
{
    private async Task NoticesAsync()
    {
        await SendAsync(fan, "POST /api/sessions", HttpStatusCode.OK, new { email = fan.Email, password = Shop.FanPassword, deviceToken = "every-operation" });
        var devices = await SendAsync(fan, "GET /api/accounts/me/devices", HttpStatusCode.OK);
        _values["deviceId"] = Text(devices.Json.GetProperty("items")[0].GetProperty("deviceId").GetInt64());
        await SendAsync(fan, "DELETE /api/accounts/me/devices/{deviceId}", HttpStatusCode.NoContent);

        var newest = (await SendAsync(fan, "GET /api/notices", HttpStatusCode.OK)).Json.GetProperty("items")[0].GetProperty("noticeId").GetInt64();
        _values["noticeId"] = Text(newest);
        await SendAsync(fan, "PUT /api/notices/{noticeId}/read", HttpStatusCode.NoContent);
        await SendAsync(fan, "PUT /api/notices/read", HttpStatusCode.NoContent, new { upTo = newest });
    }
}
