using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Platform.Consistency;

/// <summary>
/// The writes that a read must include. The client sends the newest <c>X-Consistency-Token</c> that a write returned; without the header,
/// the stored position of an operator's last write is used, and that of a fan's last write where <see cref="FansWriteHere"/> marks the route.
/// </summary>
/// <param name="Place">A commit position of the primary; null where the read has no requirement.</param>
/// <param name="WantsPrimary">Whether only the primary is certain to have the writes.</param>
public sealed record ConsistencyToken(string? Place, bool WantsPrimary = false)
{
    /// <summary>Name of the header, of responses and requests.</summary>
    public const string Header = "X-Consistency-Token";

    private const int MaxLength = 1_000;

    /// <summary>No requirement: any replica may serve the read.</summary>
    public static readonly ConsistencyToken Nothing = new(Place: null);

    /// <summary>Requires everything that is committed.</summary>
    public static readonly ConsistencyToken OnThePrimary = new(Place: null, WantsPrimary: true);

    /// <summary>Whether a response that includes a commit position satisfies the token.</summary>
    internal bool IsIn(string? place, IReplication replication) => Place is null || (place is not null && replication.Covers(place, Place));

    /// <summary>Lets a handler declare this type as a parameter.</summary>
    public static async ValueTask<ConsistencyToken> BindAsync(HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        var replication = context.RequestServices.GetRequiredService<IReplication>();
        if (context.Request.Headers[Header] is [{ } text])
            return Of(text, replication);
        if (!IsRemembered(context))
            return Nothing;

        try
        {
            var account = await CurrentAccount.BindAsync(context);
            var place = await context.RequestServices.GetRequiredService<AccountConsistencyTokens>().FindAsync(account.Id, context.RequestAborted);
            return place is null ? Nothing : Of(place, replication);
        }
        catch (RedisUnavailableException)
        {
            return OnThePrimary;
        }
    }

    /// <summary>The token with a text that a client has sent. A text that is not a position was never returned by a write.</summary>
    internal static ConsistencyToken Of(string text, IReplication replication) => text.Length <= MaxLength && replication.IsPlace(text) ? new(text) : Nothing;

    private static bool IsRemembered(HttpContext context) => context.User.IsInRole(CurrentAccount.OperatorRole)
        || (context.User.Identity is { IsAuthenticated: true } && context.GetEndpoint()?.Metadata.GetMetadata<FansWriteHere>() is not null);
}

/// <summary>Route metadata: the route reads from replicas data that fans write, so a signed-in fan is served by a server that has the fan's last write.</summary>
internal sealed class FansWriteHere
{
    /// <summary>The only instance.</summary>
    public static readonly FansWriteHere Mark = new();
}
