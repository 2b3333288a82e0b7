using System.Collections.Concurrent;
using Dugout.Load.Checks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <summary>Its notices, of which it makes some at a fan's first sign-in with a device, and the partner that pushes them.</summary>
internal sealed partial class FakeShop
{
    private readonly List<NoticeRow> _notices = [];
    private readonly List<string> _pushes = [];

    /// <summary>Whether there is a push partner.</summary>
    public bool HasPushPartner { get; set; }

    /// <summary>How many notices it makes.</summary>
    public int NoticesMade { get; set; } = 2;

    /// <summary>How many of them it pushes, or more.</summary>
    public int NoticesPushed { get; set; } = 2;

    /// <summary>The tokens of devices used at sign-ins, by account.</summary>
    public ConcurrentDictionary<string, string> DeviceTokens { get; } = new();

    /// <summary>The messages sent to the push partner.</summary>
    public ConcurrentQueue<string> PushTold { get; } = new();

    private IEnumerable<string> Processes => HasPushPartner ? ["gateway", "partners"] : ["gateway"];

    public Task<IReadOnlyList<NoticeRow>> NoticesAsync(DateTime since)
    {
        lock (_gate) return Task.FromResult<IReadOnlyList<NoticeRow>>([.. _notices.Where(notice => notice.At >= since)]);
    }

    private void Tell(string email, string device)
    {
        if (!DeviceTokens.TryAdd(email, device)) return;
        lock (_gate)
        {
            _notices.AddRange(Enumerable.Range(0, NoticesMade).Select(_ => new NoticeRow(email, DateTime.UtcNow)));
            _pushes.AddRange(Enumerable.Repeat(device, NoticesPushed));
        }
    }

    private void MapPush()
    {
        _app.MapGet("/control/push/book", () =>
        {
            lock (_gate) return TypedResults.Ok(_pushes.Select((device, number) => new { key = $"{number}", deviceToken = device, asked = 1 }).ToArray());
        });
        _app.MapPut("/control/push", async (HttpContext context) =>
        {
            PushTold.Enqueue((await Body(context)).GetRawText());
            return TypedResults.NoContent();
        });
    }
}
