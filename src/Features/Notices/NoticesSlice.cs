using Dugout.Features.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Features.Notices;

/// <summary>Notices and devices: each account sees only its own.</summary>
internal static class NoticesSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddNotices(this IServiceCollection services)
    {
        services.AddOptionsOf<NoticesOptions>("Notices");
        services.AddOptionsOf<PushOptions>("Notices");
        services.AddSingleton<PushMetrics>();
        services.AddSingleton<PushRoom>();
        HttpPush.AddTo(services);
        services.AddSingleton<Pushes>();
        services.AddSingleton<Devices>();
        services.AddSingleton<SignInNotices>();
        services.AddSingleton<NotifyMany>();
        services.AddSingleton<NoticesQueries>();
        services.AddSingleton<ISignInReceiver>(provider => provider.GetRequiredService<NoticesQueries>());
    }

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

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddNoticesJobs(this IServiceCollection services)
    {
        services.AddHostedService<PublishDueNotices>();
        services.AddSingleton<SendPush>();
        services.AddSingleton<IHostedService>(SendPush.Job);
        services.AddHostedService<ForgetOldNotices>();
    }
}
