using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Migrator;

/// <summary>The keys of the run folder, created before any program starts that needs them: otherwise each replica would create its own.</summary>
internal static class KeyRing
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(90);

    /// <summary>Creates missing keys.</summary>
    public static void MakeFirstKeys(IServiceProvider services, TextWriter log)
    {
        MakeTokenKey(services, log);
        PartnerKeys.Make(services.GetRequiredService<IConfiguration>(), log);
    }

    /// <summary>Creates the first key that protects access tokens.</summary>
    private static void MakeTokenKey(IServiceProvider services, TextWriter log)
    {
        var keys = services.GetRequiredService<IKeyManager>();
        var now = DateTimeOffset.UtcNow;
        if (keys.GetAllKeys().Any(key => !key.IsRevoked && key.ExpirationDate > now))
            return;
        keys.CreateNewKey(now, now + Lifetime);
        log.WriteLine("Created the key for access tokens.");
    }
}
