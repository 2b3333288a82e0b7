using System.Collections.Concurrent;

namespace Dugout.Simulators.Mails;

/// <summary>All mails that were taken, oldest first, and how the partner behaves. It lasts as long as the process does, and keeps the newest ones.</summary>
internal sealed class Mailbox
{
    private const int Most = 10_000;

    private readonly ConcurrentQueue<Mail> _mails = new();
    private volatile MailBehaviour _behaviour = new();
    private int _requests;

    /// <summary>A mail.</summary>
    public sealed record Mail(string To, string Subject, string Text);

    /// <summary>How the partner behaves now.</summary>
    public MailBehaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Comes by with each mail.</summary>
    /// <returns>Whether this one is refused.</returns>
    public bool Fails(MailBehaviour behaviour) =>
        Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;

    /// <summary>Takes a mail.</summary>
    public void Take(Mail mail)
    {
        _mails.Enqueue(mail);
        while (_mails.Count > Most)
            _mails.TryDequeue(out _);
    }

    /// <summary>The mails to an e-mail; to everybody where none is given.</summary>
    public IReadOnlyList<Mail> To(string? email) => [.. _mails.Where(mail => email is null || mail.To == email)];
}
