using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Migrator;

/// <summary>The keys of the run folder, made before anything starts that needs them: a replica would make one of its own.</summary>
internal static class KeyRing
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(90);

    /// <summary>Makes those that aren't there yet.</summary>
    public static void MakeFirstKeys(IServiceProvider services, TextWriter log)
    {
        MakeTokenKey(services, log);
        PartnerKeys.Make(services.GetRequiredService<IConfiguration>(), log);
    }

    /// <summary>The first key that protects access tokens.</summary>
    private static void MakeTokenKey(IServiceProvider services, TextWriter log)
    {
        var keys = services.GetRequiredService<IKeyManager>();
        var now = DateTimeOffset.UtcNow;
        if (keys.GetAllKeys().Any(key => !key.IsRevoked && key.ExpirationDate > now))
            return;
        keys.CreateNewKey(now, now + Lifetime);
        log.WriteLine("Made a key for access tokens.");
    }
}
