using System.Collections.Concurrent;
using Dugout.Platform.Caching;
using Dugout.Platform.Http;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace Dugout.Gateway.Caching;

/// <summary>
/// Answers requests from memory, and fetches what is missing from a replica: concurrent callers of one address share a fetch. Only complete responses with status 200 that their replica
/// permits to be cached are stored, and each use checks that no invalidation has arrived since the fetch began, and no later version.
/// </summary>
internal sealed class ResponseCache(Invalidations invalidations, IOptions<GatewayCacheOptions> options, TimeProvider clock) : IDisposable
{
    /// <summary>A caller that has waited this long for another caller's fetch is forwarded itself.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private static readonly string[] Conditions = [HeaderNames.IfNoneMatch, HeaderNames.IfModifiedSince];

    private readonly MemoryCache _memory = new(new MemoryCacheOptions { SizeLimit = options.Value.MemoryMegabytes * 1024L * 1024, TrackStatistics = true });
    private readonly ConcurrentDictionary<(string Address, string? Token), TaskCompletionSource<Fetched>> _fetches = new();
    private CacheMetrics? _metrics;

    private CacheMetrics Metrics => LazyInitializer.EnsureInitialized(ref _metrics, () => new(_memory));

    /// <summary>Answers a request from memory, or forwards it.</summary>
    public Task HandleAsync(HttpContext context, RequestDelegate forward)
    {
        if (!invalidations.AreHeard || CacheableRequest.Of(context.Request) is not { } wanted)
            return ForwardAsync(context, forward);
        if (VersionedRoutes.HasVersion(context))
            wanted = wanted with { Token = null };
        if (wanted.WantsNew)
            return FetchAsync(context, forward, wanted, new());
        var found = Find(wanted);
        Metrics.Asked(found is not null);
        return found is null ? FetchOrJoinAsync(context, forward, wanted) : SendAsync(context, found);
    }

    /// <summary>
    /// Returns the finished response to a request without a consistency token and without demands on its age; null where the request must pass the pipeline, which also counts it as a hit or
    /// a miss.
    /// </summary>
    /// <param name="address">Its address, spelled like that of the stored response.</param>
    /// <param name="copies">Its header <c>If-None-Match</c>.</param>
    public FinishedResponse? FindFinished(string address, StringValues copies)
    {
        if (!_memory.TryGetValue<StoredResponse>(address, out var stored))
            return null;
        var age = clock.GetElapsedTime(stored!.Since);
        var finished = age < stored.Life && stored.IsLatest && invalidations.Allow(stored.Group, stored.Began) ? stored.Finish(age).For(copies) : null;
        if (finished is not null)
            Metrics.Asked(found: true);
        return finished;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _memory.Dispose();
        _metrics?.Dispose();
    }

    private StoredResponse? Find(CacheableRequest wanted) =>
        _memory.TryGetValue<StoredResponse>(wanted.Address, out var stored) && Satisfies(wanted, stored!) ? stored : null;

    private bool Satisfies(CacheableRequest wanted, StoredResponse stored) =>
        clock.GetElapsedTime(stored.Since) is var age && wanted.Accepts(stored.Position, age, stored.Life - age) && stored.IsLatest && invalidations.Allow(stored.Group, stored.Began);

    private Task SendAsync(HttpContext context, StoredResponse stored) => stored.SendAsync(context, clock.GetElapsedTime(stored.Since));

    private async Task FetchOrJoinAsync(HttpContext context, RequestDelegate forward, CacheableRequest wanted)
    {
        var arrived = clock.GetTimestamp();
        while (!context.RequestAborted.IsCancellationRequested)
        {
            var own = new TaskCompletionSource<Fetched>(TaskCreationOptions.RunContinuationsAsynchronously);
            var running = _fetches.GetOrAdd((wanted.Address, wanted.Token), own);
            if (ReferenceEquals(running, own))
            {
                await FetchAsync(context, forward, wanted, own);
                return;
            }

            var fetched = await ResultOfAsync(running, context.RequestAborted);
            // A fetch that took so long that its response is too old, or that another one overtook, is followed by one more fetch, not by one for each caller.
            if (fetched is { IsAbandoned: true } || (fetched?.Response is { } old && !Satisfies(wanted, old) && clock.GetElapsedTime(arrived) < Patience))
                continue;
            await (fetched?.Response is { } response && Satisfies(wanted, response) ? SendAsync(context, response) : ForwardAsync(context, forward));
            return;
        }
    }

    /// <summary>Returns the result of another caller's fetch; null where it takes too long.</summary>
    private async Task<Fetched?> ResultOfAsync(TaskCompletionSource<Fetched> running, CancellationToken aborted)
    {
        try
        {
            return await running.Task.WaitAsync(Patience, clock, aborted);
        }
        catch (Exception end) when (end is TimeoutException or OperationCanceledException)
        {
            return null;
        }
    }

    private async Task FetchAsync(HttpContext context, RequestDelegate forward, CacheableRequest wanted, TaskCompletionSource<Fetched> own)
    {
        byte[]? body;
        try
        {
            // Between this caller's lookup and its fetch another one's may have ended.
            if (!wanted.WantsNew && Find(wanted) is { } found)
            {
                own.TrySetResult(new(found));
                await SendAsync(context, found);
                return;
            }

            var (began, since) = (invalidations.Number, clock.GetTimestamp());
            var capture = new ResponseCapture(context, IsConditional(context.Request), options.Value.BodyKilobytes * 1024L, () => own.TrySetResult(new(Response: null)));
            body = await ForwardAsync(context, forward, capture);
            if (body is not null && capture.Permits is { } permits && await invalidations.IsCurrentAsync(permits.Group, permits.Invalidation))
            {
                var stored = new StoredResponse(permits.Group, began, since, permits.Life, wanted.Token, context.Features.Get<ResponseVersion>(), StoredResponse.HeadersOf(context.Response.Headers), body);
                if (stored.IsLatest)
                    _memory.Set(wanted.Address, stored, new MemoryCacheEntryOptions { Size = stored.Size, AbsoluteExpirationRelativeToNow = stored.Life });
                own.TrySetResult(new(stored));
            }
        }
        finally
        {
            _fetches.TryRemove(new((wanted.Address, wanted.Token), own));
            own.TrySetResult(new(Response: null, context.RequestAborted.IsCancellationRequested));
        }

        if (body is not null)
            await StoredResponse.SendAsync(context, body);
    }

    /// <summary>Forwards a request without its conditions, so that the response is complete, and returns the captured body.</summary>
    private static async Task<byte[]?> ForwardAsync(HttpContext context, RequestDelegate forward, ResponseCapture capture)
    {
        var headers = context.Request.Headers;
        var conditions = Array.ConvertAll(Conditions, name => headers[name]);
        Array.ForEach(Conditions, name => headers.Remove(name));
        context.Features.Set(capture);
        byte[]? body = null;
        try
        {
            await ForwardAsync(context, forward);
        }
        finally
        {
            body = capture.End();
            context.Features.Set<ResponseCapture>(null);
            foreach (var (name, condition) in Conditions.Zip(conditions))
                headers[name] = condition;
        }

        return body;
    }

    /// <summary>Forwards a request. Replicas support GET only: for HEAD the body is not sent.</summary>
    private static async Task ForwardAsync(HttpContext context, RequestDelegate forward)
    {
        var method = context.Request.Method;
        context.Request.Method = HttpMethods.Get;
        try
        {
            await forward(context);
        }
        finally
        {
            context.Request.Method = method;
        }
    }

    private static bool IsConditional(HttpRequest request) => Array.Exists(Conditions, name => !StringValues.IsNullOrEmpty(request.Headers[name]));

    /// <summary>Result of a fetch for its other callers.</summary>
    /// <param name="Response">The stored response; null where it was not stored.</param>
    /// <param name="IsAbandoned">Whether the caller that fetched has gone, so that another must fetch.</param>
    private sealed record Fetched(StoredResponse? Response, bool IsAbandoned = false);
}
