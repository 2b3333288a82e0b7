using System.Collections.Concurrent;

namespace Dugout.Simulators.Mails;

/// <summary>All accepted mails, oldest first, and the partner's behaviour. Stored in memory for the lifetime of the process; only the newest are stored.</summary>
internal sealed class Mailbox
{
    private const int Most = 10_000;

    private readonly ConcurrentQueue<Mail> _mails = new();
    private volatile MailBehaviour _behaviour = new();
    private int _requests;

    /// <summary>A mail.</summary>
    public sealed record Mail(string To, string Subject, string Text);

    /// <summary>Current behaviour of the partner.</summary>
    public MailBehaviour Behaviour
    {
        get => _behaviour;
        set => _behaviour = value;
    }

    /// <summary>Called for each mail.</summary>
    /// <returns>Whether this mail is rejected.</returns>
    public bool Fails(MailBehaviour behaviour) =>
        Interlocked.Increment(ref _requests) is var number && behaviour.FailEvery > 0 && number % behaviour.FailEvery == 0;

    /// <summary>Stores a mail.</summary>
    public void Take(Mail mail)
    {
        _mails.Enqueue(mail);
        while (_mails.Count > Most)
            _mails.TryDequeue(out _);
    }

    /// <summary>Returns the mails to an e-mail address; all mails where none is given.</summary>
    public IReadOnlyList<Mail> To(string? email) => [.. _mails.Where(mail => email is null || mail.To == email)];
}
