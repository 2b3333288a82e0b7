using System.Security.Cryptography;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.ResourceService;

/// <summary>Puts an application's resources on the first page of its dashboard.</summary>
public static class ResourceServiceExtensions
{
    /// <summary>
    /// Serves the dashboard what it asks about resources, in this process, and starts it again should it end. Takes nothing but Aspire's public members; the package
    /// Aspire.Hosting has all of this itself.
    /// </summary>
    /// <param name="builder">The application.</param>
    /// <param name="secrets">What is never shown, in whichever text it turns up; shorter ones than eight characters can't be told from words.</param>
    public static IDistributedApplicationBuilder AddResourceService(this IDistributedApplicationBuilder builder, IEnumerable<string> secrets)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(secrets);
        builder.Configuration[ResourceServer.KeySetting] ??= RandomNumberGenerator.GetHexString(32, lowercase: true);
        foreach (var secret in secrets)
            builder.Services.AddSingleton(new KnownSecret(secret));
        builder.Services.AddSingleton<ResourceServer>();
        builder.Services.AddHostedService(services => services.GetRequiredService<ResourceServer>());
        builder.Services.AddHostedService<DashboardRestarts>();
        builder.Eventing.Subscribe<BeforeStartEvent>((@event, _) =>
        {
            @event.Services.GetRequiredService<ResourceServer>().Prepare(@event.Model);
            return Task.CompletedTask;
        });
        return builder;
    }
}
