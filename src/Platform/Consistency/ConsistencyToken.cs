using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Platform.Consistency;

/// <summary>
/// What a caller knows to be written: whoever reads for them must see it. The client sends the newest <c>X-Consistency-Token</c> a write
/// answered; where it doesn't, what operators wrote is remembered for them, and what fans wrote where <see cref="FansWriteHere"/> says so.
/// </summary>
/// <param name="Place">A place in the primary's history; null where the caller knows of nothing.</param>
/// <param name="WantsPrimary">Whether only the primary is sure to have it.</param>
public sealed record ConsistencyToken(string? Place, bool WantsPrimary = false)
{
    /// <summary>The header, of answers and of requests.</summary>
    public const string Header = "X-Consistency-Token";

    private const int MaxLength = 1_000;

    /// <summary>Nothing.</summary>
    public static readonly ConsistencyToken Nothing = new(Place: null);

    /// <summary>Whatever is committed.</summary>
    public static readonly ConsistencyToken OnThePrimary = new(Place: null, WantsPrimary: true);

    /// <summary>Whether an answer that saw a place has it.</summary>
    internal bool IsIn(string? place, IReplication replication) => Place is null || (place is not null && replication.Covers(place, Place));

    /// <summary>Lets a handler simply name this type as a parameter.</summary>
    public static async ValueTask<ConsistencyToken> BindAsync(HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        var replication = context.RequestServices.GetRequiredService<IReplication>();
        if (context.Request.Headers[Header] is [{ } text])
            return new(IsPlace(text) ? text : null); // What isn't a place nobody was ever answered.
        if (!IsRemembered(context))
            return Nothing;

        try
        {
            var account = await CurrentAccount.BindAsync(context);
            var place = await context.RequestServices.GetRequiredService<AccountConsistencyTokens>().FindAsync(account.Id, context.RequestAborted);
            return new(place is not null && IsPlace(place) ? place : null);
        }
        catch (RedisUnavailableException)
        {
            return OnThePrimary;
        }

        bool IsPlace(string text) => text.Length <= MaxLength && replication.IsPlace(text);
    }

    private static bool IsRemembered(HttpContext context) => context.User.IsInRole(CurrentAccount.OperatorRole)
        || (context.User.Identity is { IsAuthenticated: true } && context.GetEndpoint()?.Metadata.GetMetadata<FansWriteHere>() is not null);
}

/// <summary>Metadata of a route that reads from replicas what fans write, too: who is signed in is answered by a server that has what they wrote last.</summary>
internal sealed class FansWriteHere
{
    /// <summary>There is nothing more to say.</summary>
    public static readonly FansWriteHere Mark = new();
}
