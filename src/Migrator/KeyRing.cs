using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Migrator;

/// <summary>The keys that protect access tokens. The first is made here, before any replica starts and makes one of its own.</summary>
internal static class KeyRing
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(90);

    public static void MakeFirstKey(IServiceProvider services, TextWriter log)
    {
        var keys = services.GetRequiredService<IKeyManager>();
        var now = DateTimeOffset.UtcNow;
        if (keys.GetAllKeys().Any(key => !key.IsRevoked && key.ExpirationDate > now))
            return;
        keys.CreateNewKey(now, now + Lifetime);
        log.WriteLine("Made a key for access tokens.");
    }
}
