using Dugout.Features.Accounts;
using Dugout.Features.Notices;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Faults.Services;

/// <summary>
/// Around the sign-in: what it notifies the fan of is pushed without the outbox, within the request or by a pool in this process. What the partner
/// doesn't take is lost, and what a pool has is lost with its process. <see cref="WithoutOutbox"/> keeps the product from writing messages for the same.
/// </summary>
/// <param name="pool">The pool; null to push within the request.</param>
/// <param name="pushes">Sends one notice to the fan's devices.</param>
/// <param name="databases">Where the new notices are.</param>
/// <param name="clock">The product's.</param>
internal sealed class PushAtSignIn(PushPool? pool, Pushes pushes, Databases databases, TimeProvider clock) : IEndpointFilter
{
    private const string NewNotices = "SELECT id FROM notices FORCE INDEX (by_time) WHERE created_at >= @since AND account_id = @accountId AND kind IN @kinds";

    private static readonly string[] Kinds = [NoticeKinds.EventToday, NoticeKinds.PasswordOld];

    /// <inheritdoc/>
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(next);
        var since = clock.GetUtcNow().UtcDateTime.Microseconds();
        var result = await next(context);
        if (result is not INestedHttpResult { Result: Ok<SignIn.SignInAnswer> { Value.Account.Id: var accountId } })
            return result;
        var written = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<long>(new(NewNotices, new { since, accountId, kinds = Kinds })), CancellationToken.None);
        foreach (var notice in written)
        {
            if (pool is null)
                await PushAsync(notice);
            else
                await pool.RunAsync(() => PushAsync(notice));
        }

        return result;
    }

    /// <summary>
    /// Gives the sign-in a view of the outbox in which there is never room for a push: it then writes notices without messages, and counts them, which costs
    /// it one query more. Purchases and the worker go on as they are.
    /// </summary>
    public static SignInNotices WithoutOutbox(IServiceProvider services)
    {
        var full = new PushRoom(
            services.GetRequiredService<Databases>(), Options.Create(new PushOptions { MostWaiting = 0 }), services.GetRequiredService<TimeProvider>(),
            services.GetRequiredService<ILogger<PushRoom>>());
        // Until it has looked it says that there is room. Once for the process, when the first fan signs in.
        full.PollAsync().GetAwaiter().GetResult();
        return ActivatorUtilities.CreateInstance<SignInNotices>(services, full);
    }

    private async Task PushAsync(long notice)
    {
        try
        {
            await pushes.SendAsync(notice, CancellationToken.None);
        }
        catch (PushUnavailableException)
        {
            // HttpPush has counted it. Nothing tries again.
        }
    }
}
