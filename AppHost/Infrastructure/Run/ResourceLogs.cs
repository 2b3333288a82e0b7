using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Run;

/// <summary>Follows the logs of resources, from the first notification about each. A log belongs to an instance of its resource, which Aspire names when the start begins.</summary>
internal static class ResourceLogs
{
    /// <summary>Follows the logs of some resources until the token is cancelled.</summary>
    /// <param name="app">The application, preferably before it starts.</param>
    /// <param name="which">Which resources.</param>
    /// <param name="follow">Follows one log. May end with the token.</param>
    /// <param name="enough">Ends the following.</param>
    public static async Task FollowAsync(DistributedApplication app, Func<IResource, bool> which, Func<IResource, IAsyncEnumerable<IReadOnlyList<LogLine>>, Task> follow, CancellationToken enough)
    {
        var logs = app.Services.GetRequiredService<ResourceLoggerService>();
        var followed = new Dictionary<string, Task>(StringComparer.OrdinalIgnoreCase);
        try
        {
            await foreach (var change in app.ResourceNotifications.WatchAsync(enough))
            {
                if (which(change.Resource) && !followed.ContainsKey(change.ResourceId))
                    followed.Add(change.ResourceId, UntilEnoughAsync(follow(change.Resource, logs.WatchAsync(change.ResourceId))));
            }
        }
        catch (OperationCanceledException)
        {
            // The token has ended the following.
        }

        await Task.WhenAll(followed.Values);

        static async Task UntilEnoughAsync(Task following)
        {
            try
            {
                await following;
            }
            catch (OperationCanceledException)
            {
                // The token has ended the following.
            }
        }
    }
}
