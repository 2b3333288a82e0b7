using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Notices;

/// <summary>
/// Pushes notices from their outbox messages. A message is retried until the partner has accepted it for every device, or until
/// it expires (<c>KeepHours</c>); the notice then appears in the app alone.
/// </summary>
public sealed class SendPush(Pushes pushes, PushMetrics metrics, IOptions<PushOptions> options, TimeProvider clock) : IOutboxReceiver
{
    /// <summary>Messages read per batch.</summary>
    private const int BatchSize = 1_000;

    private const int PollMilliseconds = 200;

    /// <inheritdoc/>
    public string Topic => PushWanted.Topic;

    /// <inheritdoc/>
    public Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (clock.GetUtcNow().UtcDateTime - message.WrittenAt.Utc() > TimeSpan.FromHours(options.Value.KeepHours))
        {
            metrics.Dropped();
            return Task.CompletedTask;
        }

        return pushes.SendAsync(JsonSerializer.Deserialize<PushWanted>(message.Body, JsonSerializerOptions.Web)!.NoticeId, cancellation);
    }

    /// <summary>
    /// The delivery job for pushes, separate from all other messages: a slow partner delays only pushes. Its deadline exceeds the
    /// partner's timeout.
    /// </summary>
    internal static DeliverOutbox Job(IServiceProvider services)
    {
        var (push, outbox) = (services.GetRequiredService<IOptions<PushOptions>>().Value, services.GetRequiredService<IOptions<OutboxOptions>>().Value);
        var own = new OutboxOptions
        {
            PollMilliseconds = PollMilliseconds,
            BatchSize = BatchSize,
            Lanes = push.Lanes,
            DeadlineMilliseconds = (push.SendSeconds + 1) * 1_000,
            FirstPauseMilliseconds = outbox.FirstPauseMilliseconds,
            LongestPauseSeconds = outbox.LongestPauseSeconds,
            LeaseSeconds = outbox.LeaseSeconds,
        };
        return new(
            services.GetRequiredService<Databases>(), [services.GetRequiredService<SendPush>()], Options.Create(own), services.GetRequiredService<TimeProvider>(),
            services.GetRequiredService<ILogger<DeliverOutbox>>(), OutboxLane.Pushes);
    }
}
