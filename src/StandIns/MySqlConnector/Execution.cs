// One run of a command or a batch: what is sent, when, and which answer belongs to which statement.
using System.Data;
using System.Diagnostics;

namespace MySqlConnector;

/// <summary>A text and its values: a command, or one entry of a batch.</summary>
internal interface IStatement
{
    string CommandText { get; }
    MySqlParameterCollection? RawParameters { get; }

    void Completed(long affected, long lastInsertId);
}

internal sealed class Execution
{
    /// <summary>Bytes of requests that may be under way unanswered: as much as sockets hold, so that neither side waits for the other to read.</summary>
    private const int WindowBytes = 16 * 1024;

    private readonly IReadOnlyList<IStatement> _statements;
    private readonly PreparedStatement[]? _prepared;
    private readonly byte[]? _answerSequences;
    private Activity? _activity;
    private int _sent;
    private int _answered;
    private bool _inCommand;

    private Execution(IReadOnlyList<IStatement> statements, PreparedStatement[]? prepared)
    {
        _statements = statements;
        _prepared = prepared;
        _answerSequences = prepared is null ? null : new byte[prepared.Length];
    }

    /// <summary>True for prepared statements, whose rows come in binary form.</summary>
    public bool IsBinary => _prepared is not null;

    public static async ValueTask<MySqlDataReader> StartAsync(
        MySqlConnection? owner, MySqlTransaction? transaction, IReadOnlyList<IStatement> statements, int timeout, CommandBehavior behavior,
        bool async, CancellationToken token)
    {
        if ((behavior & (CommandBehavior.SchemaOnly | CommandBehavior.KeyInfo)) != 0)
            throw new NotSupportedException($"CommandBehavior {behavior} is not supported.");
        var connection = Ready(owner, transaction, statements);
        var session = connection.Session;
        var execution = new Execution(statements, FindPrepared(session, statements));
        execution._activity = Telemetry.Start("Execute", session.Settings, session.Database, statements[0].CommandText);
        MySqlDataReader? reader = null;
        try
        {
            session.BeginCommand(timeout, token);
            try
            {
                if (!execution.IsBinary)
                    await execution.SendTextAsync(session, async).ConfigureAwait(false);
            }
            catch (Exception)
            {
                session.Wire.Discard();
                session.FinishCommand();
                await session.SettleAsync(async).ConfigureAwait(false);
                throw;
            }
            reader = new MySqlDataReader(connection, execution, behavior);
            connection.ReaderOpened(reader);
            // Up to the first result that has rows; those before it only add to RecordsAffected.
            await reader.AdvanceAsync(first: true, async).ConfigureAwait(false);
            if (session.IsStopped)
                await reader.StopAsync(async).ConfigureAwait(false);
            return reader;
        }
        catch (Exception error)
        {
            if (reader is not null)
                await reader.AbandonAsync(async).ConfigureAwait(false);
            Telemetry.Fail(execution._activity, error);
            throw;
        }
    }

    public static async ValueTask PrepareAsync(
        MySqlConnection? owner, MySqlTransaction? transaction, IReadOnlyList<IStatement> statements, int timeout, bool async, CancellationToken token)
    {
        var session = Ready(owner, transaction, statements).Session;
        session.BeginCommand(timeout, token);
        try
        {
            await PreparedStatement.PrepareAsync(session, statements, async).ConfigureAwait(false);
        }
        finally
        {
            session.FinishCommand();
            await session.SettleAsync(async).ConfigureAwait(false);
        }
    }

    public static async ValueTask<int> ToAffectedAsync(ValueTask<MySqlDataReader> started, bool async)
    {
        var reader = await started.ConfigureAwait(false);
        await reader.ToEndAsync(scalar: false, async).ConfigureAwait(false);
        return reader.RecordsAffected;
    }

    public static async ValueTask<object?> ToScalarAsync(ValueTask<MySqlDataReader> started, bool async) =>
        await (await started.ConfigureAwait(false)).ToEndAsync(scalar: true, async).ConfigureAwait(false);

    /// <summary>True while the server has announced, or still owes, another answer.</summary>
    public bool HasMore(Session session)
    {
        if ((session.Status & ServerStatus.MoreResults) != 0)
            return true;
        _inCommand = false;
        return _prepared is not null && _answered < _prepared.Length;
    }

    /// <summary>Sends what has to be sent before the next answer can come.</summary>
    public async ValueTask BeforeAnswerAsync(Session session, bool async)
    {
        if (_inCommand)
            return;
        if (_prepared is not null && _answered == _sent)
            await SendWindowAsync(session, async).ConfigureAwait(false);
        await session.ReadResetAsync(async).ConfigureAwait(false);
        session.Wire.ExpectSequence(_answerSequences?[_answered] ?? session.Wire.AnswerSequence);
        _inCommand = true;
        if (_prepared is not null)
            _answered++;
    }

    public void Done(Answer answer)
    {
        var index = _prepared is not null ? _answered - 1 : Math.Min(_answered++, _statements.Count - 1);
        _statements[index].Completed(answer.Affected, answer.LastInsertId);
    }

    /// <summary>After an error inside a window: reads the answers behind it, or they would be taken for the next command's.</summary>
    public async ValueTask DiscardAsync(Session session, bool async)
    {
        while (_answered < _sent && !session.IsFailed)
        {
            try
            {
                _inCommand = false;
                do
                {
                    await BeforeAnswerAsync(session, async).ConfigureAwait(false);
                    await session.ReadPacketAsync(async).ConfigureAwait(false);
                    var answer = session.ParseAnswer();
                    if (answer.HasRows)
                        await SkipRowsAsync(session, answer.Columns, async).ConfigureAwait(false);
                }
                while ((session.Status & ServerStatus.MoreResults) != 0);
            }
            catch (Exception error) when (error is MySqlException or OperationCanceledException)
            {
                // The first error is the one that is told.
            }
        }
    }

    public void Ended() => _activity?.Dispose();
    public void Failed(Exception error) => Telemetry.Fail(_activity, error);

    public static void RequireText(CommandType type)
    {
        if (type != CommandType.Text)
            throw new NotSupportedException($"CommandType {type}; only Text is supported here.");
    }

    private static MySqlConnection Ready(MySqlConnection? connection, MySqlTransaction? transaction, IReadOnlyList<IStatement> statements)
    {
        for (var i = 0; i == 0 || i < statements.Count; i++)
        {
            if (i >= statements.Count || string.IsNullOrWhiteSpace(statements[i].CommandText))
                throw new InvalidOperationException("CommandText must be specified.");
        }
        return MySqlConnection.Ready(connection, transaction);
    }

    private static async ValueTask SkipRowsAsync(Session session, int columns, bool async)
    {
        await session.ReadColumnsAsync(columns, async).ConfigureAwait(false);
        do
            await session.ReadPacketAsync(async).ConfigureAwait(false);
        while (session.IsRow());
    }

    private static PreparedStatement[]? FindPrepared(Session session, IReadOnlyList<IStatement> statements)
    {
        if (session.Prepared.Count == 0)
            return null;
        var prepared = new PreparedStatement[statements.Count];
        for (var i = 0; i < prepared.Length; i++)
        {
            if (!session.Prepared.TryGetValue(statements[i].CommandText, out prepared[i]!))
                return null;
        }
        return prepared;
    }

    private async ValueTask SendTextAsync(Session session, bool async)
    {
        if (session.ResetPending && AnyNeedsMode())
            await session.ResetNowAsync(async).ConfigureAwait(false);
        session.StartPacket(Command.Query);
        for (var i = 0; i < _statements.Count; i++)
            SqlText.Write(session, _statements[i].CommandText, _statements[i].RawParameters, last: i == _statements.Count - 1);
        session.Wire.EndPacket();
        await session.SendAsync(async).ConfigureAwait(false);
    }

    private bool AnyNeedsMode()
    {
        for (var i = 0; i < _statements.Count; i++)
        {
            if (SqlText.NeedsMode(_statements[i].RawParameters))
                return true;
        }
        return false;
    }

    /// <summary>
    /// Sends one statement, and the reads that follow it. A server goes on after an error, so a write never shares a window with
    /// anything before it: it would take effect although the statement it builds on failed.
    /// </summary>
    private ValueTask SendWindowAsync(Session session, bool async)
    {
        do
        {
            _prepared![_sent].WriteExecute(session, _statements[_sent].RawParameters);
            _answerSequences![_sent++] = session.Wire.AnswerSequence;
        }
        while (_sent < _prepared.Length && session.Wire.Written < WindowBytes && _prepared[_sent].OnlyReads);
        return session.SendAsync(async);
    }
}
