using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Notices;

/// <summary>What fans are told, and on which devices: each sees their own, and nobody else's.</summary>
internal static class NoticesApi
{
    public static void MapNotices(this IEndpointRouteBuilder routes)
    {
        var devices = routes.MapGroup("/api/accounts/me/devices").WithTags("Notices").RequireAuthorization();
        devices.MapGet("", MyDevices.Handle);
        devices.MapDelete("/{deviceId}", ForgetDevice.Handle).ProducesProblems(NoticesProblems.NoSuchDevice);

        var notices = routes.MapGroup("/api/notices").WithTags("Notices").RequireAuthorization();
        notices.MapGet("", ListNotices.Handle);
        notices.MapPut("/read", ReadNotices.Handle);
        notices.MapPut("/{noticeId}/read", ReadNotice.Handle).ProducesProblems(NoticesProblems.NoSuchNotice);
    }
}
