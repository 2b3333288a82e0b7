using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Trials;
using StackExchange.Redis;

namespace Dugout.Load.Demonstrations;

/// <summary>
/// Demonstrates the meaning of "a Redis script is atomic" on the Redis of a separate system: no client sees a partial script; a partial script may
/// stay; and an acknowledged one may be lost. There is no comparison of blocks: each effect is observed, or it is not.
/// </summary>
internal sealed class LuaAtomic(CommandContext context, LabFolder lab, string? named)
{
    /// <summary>Its name for <c>run</c>.</summary>
    public const string Name = AllExperiments.LuaAtomic;

    /// <summary>The question, in everyday words.</summary>
    public const string Question = "Is a Redis script atomic? Isolated, all or nothing, durable?";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs the demonstration and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system did not start, or its Redis did not come back.</exception>
    /// <exception cref="AbortedException">It was aborted.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var begunAt = context.Time.GetUtcNow();
        var folder = RecordFile.Prepare(named, context.Home, Name, begunAt);
        await context.Output.WriteLineAsync($"{Name}: {Question}");
        try
        {
            var claims = await ObserveAsync(cancel);
            var record = new DemonstrationRecord
            {
                Name = Name,
                Question = Question,
                BegunAt = begunAt.UtcDateTime,
                Commit = Circumstances.Commit(Circumstances.Checkout),
                Cores = Environment.ProcessorCount,
                Claims = claims,
            };
            foreach (var claim in claims) await context.Output.WriteLineAsync(claim.InWords);
            await context.Output.WriteLineAsync($"record: {record.Write(folder)}, page: {RecordFile.WriteBeside(folder, Page.FileName, await Page.OfAsync(record))}");
            return record.ExitCode;
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            throw new AbortedException("aborted: no result; the system is stopped");
        }
        finally
        {
            if (!Directory.EnumerateFileSystemEntries(folder).Any()) Directory.Delete(folder);
        }
    }

    private async Task<IReadOnlyList<Claim>> ObserveAsync(CancellationToken cancel)
    {
        await using var system = await TrialSystem.StartAsync(new Variant(Name), lab, cancel);
        var address = system.Running.Contents.Redis ?? throw new NoSystemException($"{system.Running.Source} names no Redis");
        using var server = system.Redis();
        var writes = new LuaWrites(address);
        var (reads, torn) = await writes.ReadAsync(asScript: true, cancel);
        var (readsOfCommands, tornOfCommands) = await writes.ReadAsync(asScript: false, cancel);
        var (error, left, written) = await writes.FailAsync();
        var (acknowledged, flushing) = await writes.WriteUntilKilledAsync(server.Kill, cancel);
        server.StartAgain();
        await ReadyAsync(address, cancel);
        return
        [
            LuaClaims.Isolated(reads, torn, readsOfCommands, tornOfCommands),
            LuaClaims.AllOrNothing(error, left, written),
            LuaClaims.Durable(acknowledged.Count, await writes.LostAsync(acknowledged), flushing),
        ];
    }

    /// <summary>Waits until Redis has loaded its data from disk.</summary>
    private static async Task ReadyAsync(string address, CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        while (true)
        {
            try
            {
                using var redis = await ConnectionMultiplexer.ConnectAsync(address);
                await redis.GetDatabase().KeyExistsAsync("lab:first");
                return;
            }
            catch (Exception notYet) when (notYet is RedisException or TimeoutException)
            {
                cancel.ThrowIfCancellationRequested();
                if (patience.IsCancellationRequested) throw new NoSystemException($"Redis was killed and did not come back: {notYet.Message}");
                await Task.Delay(Poll, CancellationToken.None);
            }
        }
    }
}
