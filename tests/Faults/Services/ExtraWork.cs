using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace Dugout.Faults.Services;

/// <summary>Computes a number of hashes of 64 bytes before each request and uses none of them: a cost of known size for the load lab to find.</summary>
/// <param name="hashes">How many.</param>
internal sealed class ExtraWork(int hashes) : IStartupFilter
{
    /// <inheritdoc/>
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use((context, rest) =>
        {
            Span<byte> work = stackalloc byte[64];
            Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
            for (var i = 0; i < hashes; i++)
                SHA256.HashData(work, hash);
            return rest(context);
        });
        next(app);
    };
}
