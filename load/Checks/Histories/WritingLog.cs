using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>What fans write.</summary>
internal enum WritingKind
{
    /// <summary>A post of the feed.</summary>
    Post,

    /// <summary>A like of a feed post.</summary>
    Like,

    /// <summary>A comment on a feed post.</summary>
    Comment,

    /// <summary>A post of the talk board.</summary>
    TalkPost,

    /// <summary>A like of a talk post.</summary>
    TalkLike,

    /// <summary>A comment on a talk post.</summary>
    TalkComment,
}

/// <summary>
/// Records what fans wrote in a run. Every member is thread-safe. A writing is recorded before it is sent, so a writing without a response is recorded as
/// unknown.
/// </summary>
internal sealed class WritingLog
{
    private readonly ConcurrentQueue<Writing> _writings = new();

    /// <summary>A fan writes something. A repeat under the same key is the same writing.</summary>
    /// <param name="kind">Its kind.</param>
    /// <param name="account">The author.</param>
    /// <param name="post">The post it refers to; null for a post.</param>
    /// <param name="text">Its text, unique within the run; empty for a like.</param>
    public Writing Begin(WritingKind kind, long account, long? post, string text)
    {
        var writing = new Writing(kind, account, post, text);
        _writings.Enqueue(writing);
        return writing;
    }

    /// <summary>All writings so far.</summary>
    public IReadOnlyList<Writing> Read() => [.. _writings];
}

/// <summary>A writing that was sent, perhaps several times under one key. Its sender records the result of each attempt.</summary>
internal sealed class Writing(WritingKind kind, long account, long? post, string text)
{
    private Recorded? _recorded;

    /// <summary>Its kind.</summary>
    public WritingKind Kind => kind;

    /// <summary>Its author.</summary>
    public long Account => account;

    /// <summary>The post it refers to; null for a post.</summary>
    public long? Post => post;

    /// <summary>Its text; empty for a like.</summary>
    public string Text => text;

    /// <summary>The result of the writing.</summary>
    public OperationResult OperationResult => _recorded?.OperationResult ?? OperationResult.Unknown;

    /// <summary>Its id; null where it has none, as for likes, or where it does not exist.</summary>
    public long? Id => _recorded?.Id;

    /// <summary>Records a response. Where an earlier response left the effect unknown, only a success settles it.</summary>
    /// <param name="response">The response.</param>
    /// <param name="id">Reads the id from the body; null where there is none.</param>
    public void RecordResponse<T>(ShopResponse<T> response, Func<T, long?> id)
        where T : class
    {
        if (response.Body is { } body) _recorded = new Recorded(OperationResult.Ok, id(body));
        else if (_recorded is { OperationResult: OperationResult.Unknown }) return;
        else if (response.EffectUnknown) _recorded = new Recorded(OperationResult.Unknown, null);
        else _recorded = new Recorded(response.Outcome == Outcome.Rejected ? OperationResult.Rejected : OperationResult.Failed, null);
    }

    private sealed record Recorded(OperationResult OperationResult, long? Id);
}
