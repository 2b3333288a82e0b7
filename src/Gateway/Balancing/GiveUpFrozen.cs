namespace Dugout.Gateway.Balancing;

/// <summary>Ends requests that wait for a replica when it turns out to be frozen.</summary>
internal static class GiveUpFrozen
{
    private static readonly object GivenUpOnce = new();

    /// <summary>Must come after load balancing, which chooses the replica.</summary>
    public static void UseGiveUpFrozen(this IReverseProxyApplicationBuilder proxy)
    {
        var states = proxy.ApplicationServices.GetRequiredService<ReplicaStates>();
        proxy.Use(async (HttpContext context, RequestDelegate next) =>
        {
            // A read is given up once: its second replica has it until the cluster's time-out, so that a mistake harms no client where all replicas are slow.
            if (context.GetReverseProxyFeature().AvailableDestinations is not [var replica] || context.Items.ContainsKey(GivenUpOnce))
            {
                await next(context);
                return;
            }

            var (client, state) = (context.RequestAborted, states[replica]);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(client, (RetryElsewhere.OnlyAsks(context.Request) ? state.Reads : state.Writes).GivenUp);
            context.RequestAborted = either.Token;
            try
            {
                await next(context);
            }
            finally
            {
                context.RequestAborted = client;
                if (either.IsCancellationRequested)
                    context.Items[GivenUpOnce] = true;
            }
        });
    }
}
