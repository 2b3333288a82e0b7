using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>What fans write.</summary>
internal enum WritingKind
{
    /// <summary>A post of the feed.</summary>
    Post,

    /// <summary>A like of one.</summary>
    Like,

    /// <summary>A comment on one.</summary>
    Comment,

    /// <summary>A post of the talk board.</summary>
    TalkPost,

    /// <summary>A like of one.</summary>
    TalkLike,

    /// <summary>A comment on one.</summary>
    TalkComment,
}

/// <summary>
/// The book of what fans wrote in a run; every member may be called from anywhere at any time. It is written down before it is sent, so what never got an
/// answer is in the book as unknown.
/// </summary>
internal sealed class WritingBook
{
    private readonly ConcurrentQueue<Writing> _writings = new();

    /// <summary>A fan writes something. A repeat under the same key is the same writing.</summary>
    /// <param name="kind">What.</param>
    /// <param name="account">Who.</param>
    /// <param name="post">What post it is about; null for a post.</param>
    /// <param name="text">What it says, which nobody else says; empty for a like.</param>
    public Writing Begin(WritingKind kind, long account, long? post, string text)
    {
        var writing = new Writing(kind, account, post, text);
        _writings.Enqueue(writing);
        return writing;
    }

    /// <summary>All up to now.</summary>
    public IReadOnlyList<Writing> Read() => [.. _writings];
}

/// <summary>Something that was sent to be written, perhaps several times under one key. Whoever sent it says each time what came of it.</summary>
internal sealed class Writing(WritingKind kind, long account, long? post, string text)
{
    private Told? _told;

    /// <summary>What it is.</summary>
    public WritingKind Kind => kind;

    /// <summary>Who wrote it.</summary>
    public long Account => account;

    /// <summary>What post it is about; null for a post.</summary>
    public long? Post => post;

    /// <summary>What it says; empty for a like.</summary>
    public string Text => text;

    /// <summary>What came of it.</summary>
    public OperationResult OperationResult => _told?.OperationResult ?? OperationResult.Unknown;

    /// <summary>The id it got; null where it has none, as likes do, or isn't there.</summary>
    public long? Id => _told?.Id;

    /// <summary>Writes an answer down. Where an earlier one left it open whether something was done, only a good one settles it.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="id">The id in its body; null where there is none.</param>
    public void Answer<T>(Answer<T> answer, Func<T, long?> id)
        where T : class
    {
        if (answer.Body is { } body) _told = new Told(OperationResult.Ok, id(body));
        else if (_told is { OperationResult: OperationResult.Unknown }) return;
        else if (answer.EffectUnknown) _told = new Told(OperationResult.Unknown, null);
        else _told = new Told(answer.Outcome == Outcome.Refused ? OperationResult.Refused : OperationResult.Failed, null);
    }

    private sealed record Told(OperationResult OperationResult, long? Id);
}
