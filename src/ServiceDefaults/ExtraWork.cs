using System.Globalization;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Hosting;

namespace Dugout.ServiceDefaults;

/// <summary>
/// Work that is for nothing, done with each request: so many hashes of 64 bytes, by the setting <c>Lab:Hashes</c> (1 to 100,000). The load lab
/// makes an arm dearer with it, to learn what differences it finds. In Development only.
/// </summary>
internal static class ExtraWork
{
    private const string Setting = "Lab:Hashes";
    private const int Most = 100_000;

    /// <summary>Does the work where it is asked for; otherwise the pipeline has nothing more in it.</summary>
    /// <exception cref="InvalidOperationException">The setting is no number, or out of range.</exception>
    public static void UseExtraWork(this WebApplication app)
    {
        if (!app.Environment.IsDevelopment() || app.Configuration[Setting] is not { Length: > 0 } asked)
            return;
        if (!int.TryParse(asked, NumberStyles.None, CultureInfo.InvariantCulture, out var hashes) || hashes is < 1 or > Most)
            throw new InvalidOperationException($"The setting {Setting} is '{asked}'; it is a number from 1 to {Most}.");
        app.Use((_, next) =>
        {
            Span<byte> work = stackalloc byte[64];
            Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
            for (var i = 0; i < hashes; i++)
                SHA256.HashData(work, hash);
            return next();
        });
    }
}
