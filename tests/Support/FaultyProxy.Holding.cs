using System.Text;

namespace Dugout.Tests.Support;

// Holds one request or its answer: the moment at which a test kills the process that sent it.
public sealed partial class FaultyProxy
{
    private const int None = -1;

    private volatile Held? _held;

    /// <summary>Freezes the link at the n-th request from now on that contains a text: the server never gets it.</summary>
    /// <param name="text">What stands in it, such as a piece of a statement.</param>
    /// <param name="number">Which of them, from 1.</param>
    /// <returns>Ends when it is held.</returns>
    public Task HoldRequest(string text, int number = 1) => Hold(new(text, number, IsAnswer: false));

    /// <summary>Freezes the link when the server has answered the n-th request from now on that contains a text: the client never gets the answer.</summary>
    /// <param name="text">What stands in the request.</param>
    /// <param name="number">Which of them, from 1.</param>
    /// <returns>Ends when the answer is held.</returns>
    public Task HoldAnswer(string text, int number = 1) => Hold(new(text, number, IsAnswer: true));

    private Task Hold(Held held)
    {
        _held = held;
        return held.Met.Task;
    }

    /// <summary>Called before a request is passed on.</summary>
    private void NoteRequest(int connection, byte[] chunk)
    {
        if (_held is not { } held || !held.IsMetBy(chunk))
            return;
        if (held.IsAnswer)
            held.Connection = connection;
        else
            FreezeFor(held);
    }

    /// <summary>Called before an answer is passed on.</summary>
    private void NoteAnswer(int connection)
    {
        if (_held is { IsAnswer: true } held && held.Connection == connection)
            FreezeFor(held);
    }

    private void FreezeFor(Held held)
    {
        _held = null;
        Freeze();
        held.Met.TrySetResult();
    }

    private sealed record Held(string Text, int Number, bool IsAnswer)
    {
        private readonly byte[] _text = Encoding.UTF8.GetBytes(Text);
        private int _seen;
        private volatile int _connection = None;

        /// <summary>The connection whose next answer is held.</summary>
        public int Connection
        {
            get => _connection;
            set => _connection = value;
        }

        /// <summary>Ends when it is held.</summary>
        public TaskCompletionSource Met { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        /// <summary>Counts the requests that contain the text, and says whether this is the one.</summary>
        public bool IsMetBy(byte[] chunk) => chunk.AsSpan().IndexOf(_text) >= 0 && Interlocked.Increment(ref _seen) == Number;
    }
}
