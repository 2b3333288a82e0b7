// One conversation with a server: packets out, answers in, and the clock and the kill that bound each command.
using System.Globalization;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;

namespace MySqlConnector;

/// <summary>Status bits that the server sends with each answer.</summary>
[Flags]
internal enum ServerStatus : ushort
{
    None = 0, InTransaction = 1, MoreResults = 8, NoBackslashEscapes = 0x200, SessionStateChanged = 0x4000,
}

/// <summary>What an answer began with: the outcome of a statement, or the number of columns that rows will have.</summary>
internal readonly record struct Answer(int Columns, long Affected, long LastInsertId)
{
    public bool HasRows => Columns > 0;
}

internal sealed partial class Session : IDisposable
{
    private const int MostColumns = 4096;

    /// <summary>Bytes: head, kind, two counts, status, warnings.</summary>
    private const int ShortestAnswer = 11;

    private readonly ConnectionSettings _settings;
    private readonly Wire _wire;
    private readonly Lock _gate = new();
    private readonly Timer _timer;
    private readonly ColumnCache _columnCache;
    private bool _resetPending;
    private int _wakeAt = 1;
    private bool _deprecateEof;
    private string _startDatabase = "";
    private volatile bool _failed;

    // The command that runs now, and how it is bounded.
    private bool _active;
    private int _timeout;
    private long _budget;
    private long _clockStarted;
    private long _deadline;
    private long _timerDue;
    private bool _killing;
    private Task? _kill;
    private StopReason _stopped;
    private CancellationToken _token;
    private CancellationTokenRegistration _registration;

    private Session(ConnectionSettings settings, Wire wire)
    {
        _settings = settings;
        _wire = wire;
        _columnCache = new ColumnCache(settings);
        _timer = new Timer(static session => ((Session)session!).OnTimer(), this, Timeout.Infinite, Timeout.Infinite);
    }

    private enum StopReason { None, Timeout, Token, Cancel }

    public Wire Wire => _wire;
    public ConnectionSettings Settings => _settings;
    public string ServerVersion { get; private set; } = "";
    public bool IsMariaDb { get; private set; }
    public int ThreadId { get; private set; }
    public string Database { get; private set; } = "";
    public ServerStatus Status { get; private set; }
    public long CreatedAt { get; } = Environment.TickCount64;
    public long ReturnedAt { get; private set; }
    /// <summary>Pool generation this session was opened in; an older one isn't pooled again.</summary>
    public int Generation { get; init; }
    public Dictionary<string, PreparedStatement> Prepared { get; } = [];
    public bool IsFailed => _failed;
    public bool ResetPending => _resetPending;
    public bool NoBackslashEscapes => (Status & ServerStatus.NoBackslashEscapes) != 0;
    public bool IsStopped => _stopped != StopReason.None;

    /// <summary>True when the idle connection was lost or said something nobody asked for.</summary>
    public bool IsStale()
    {
        try
        {
            return _failed || _wire.HasNews();
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }

    /// <summary>Claims the session for one command, until <see cref="FinishCommand"/>.</summary>
    /// <param name="timeout">Seconds that the command may wait for the server; 0 is for ever.</param>
    /// <param name="token">Stops the command by KILL QUERY.</param>
    public void BeginCommand(int timeout, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        lock (_gate)
        {
            if (_failed)
                throw new InvalidOperationException("Connection must be Open; the connection was lost.");
            _active = true;
            _timeout = timeout;
            _budget = timeout == 0 ? long.MaxValue : timeout * 1000L;
            _stopped = StopReason.None;
            _token = token;
        }
        if (token.CanBeCanceled)
            _registration = token.UnsafeRegister(static session => ((Session)session!).Stop(StopReason.Token), this);
    }

    /// <summary>The answer is complete: nothing may stop this command any more.</summary>
    public void FinishCommand()
    {
        lock (_gate)
        {
            _active = false;
            _deadline = _clockStarted = 0;
        }
        _registration.Dispose();
        _registration = default;
    }

    /// <summary>
    /// Waits for a kill that is under way and lets a statement without effect absorb it, so that it can't hit the next owner's.
    /// </summary>
    public ValueTask SettleAsync(bool async) => _kill is null || _failed ? default : AbsorbKillAsync(async);
    public void Cancel() => Stop(StopReason.Cancel);

    /// <summary>Sends what was written, with the reset that the last owner left to do in front.</summary>
    public async ValueTask SendAsync(bool async)
    {
        StartClock();
        try
        {
            Telemetry.RoundTrips.Add(1);
            await _wire.FlushAsync(async).ConfigureAwait(false);
        }
        catch (Exception error) when (IsLoss(error))
        {
            throw Lost(error);
        }
    }

    /// <summary>Begins a command packet. The first one after a return to the pool carries the reset along, at no round trip of its own.</summary>
    public void StartPacket(Command command)
    {
        if (_resetPending && _wire.Written == 0)
            WriteReset();
        _wire.StartPacket();
        _wire.WriteByte((byte)command);
    }

    /// <summary>Reads the answers to a reset that went out in front of a command.</summary>
    public ValueTask ReadResetAsync(bool async) => _resetPending ? ReadResetAsync(behind: 1, async) : default;

    /// <summary>Sends the pending reset alone: for a command whose spelling depends on the mode the server is in afterwards.</summary>
    public async ValueTask ResetNowAsync(bool async)
    {
        if (!_resetPending)
            return;
        WriteReset();
        await SendAsync(async).ConfigureAwait(false);
        await ReadResetAsync(behind: 0, async).ConfigureAwait(false);
    }

    /// <summary>Runs one command whose answer has no rows.</summary>
    public async ValueTask<Answer> RunAsync(Command command, ReadOnlyMemory<char> text, bool async)
    {
        if (_resetPending)
            WriteReset();
        WriteCommand(command, text.Span);
        await SendAsync(async).ConfigureAwait(false);
        await ReadResetAsync(async).ConfigureAwait(false);
        _wire.ExpectSequence(1);
        Answer answer;
        do
        {
            await ReadPacketAsync(async).ConfigureAwait(false);
            answer = ParseAnswer();
            if (answer.HasRows)
                throw Lost(new ProtocolException("Rows came where none were asked for."));
        }
        while ((Status & ServerStatus.MoreResults) != 0);
        return answer;
    }

    /// <summary>Runs one command without rows from claim to release.</summary>
    public async ValueTask ExecuteAsync(Command command, string text, int timeout, bool async, CancellationToken token)
    {
        BeginCommand(timeout, token);
        try
        {
            await RunAsync(command, text.AsMemory(), async).ConfigureAwait(false);
        }
        finally
        {
            FinishCommand();
            await SettleAsync(async).ConfigureAwait(false);
        }
    }

    public void DatabaseChanged(string database) => Database = database;

    /// <summary>Reads the answer to a prepare: the statement's number, and how many parameters it has.</summary>
    public async ValueTask<(uint Id, int Parameters)> ReadPreparedAsync(bool async)
    {
        _wire.ExpectSequence(1);
        await ReadPacketAsync(async).ConfigureAwait(false);
        var (id, columns, parameters) = Guard(static session =>
        {
            var reader = new PacketReader(session._wire.Payload);
            return reader.ReadByte() switch
            {
                0x00 => (reader.ReadUInt32(), reader.ReadUInt16(), reader.ReadUInt16()),
                0xFF => throw session.ServerError(),
                var other => throw new ProtocolException($"{other} begins no answer to a prepare."),
            };
        });
        // The definitions come again with every result, so they are only counted here.
        for (var skip = Skipped(parameters) + Skipped(columns); skip > 0; skip--)
        {
            await ReadPacketAsync(async).ConfigureAwait(false);
            IsRow();
        }
        return (id, parameters);
    }

    /// <summary>Reads column definitions, and the packet that ends them.</summary>
    public async ValueTask<Column[]> ReadColumnsAsync(int count, bool async)
    {
        _columnCache.Begin(count);
        for (var i = 0; i < count; i++)
        {
            await ReadPacketAsync(async).ConfigureAwait(false);
            _columnCache.Add(_wire.Payload);
        }
        if (!_deprecateEof)
            await ReadPacketAsync(async).ConfigureAwait(false);
        if (!_deprecateEof && IsRow())
            throw Lost(new ProtocolException("A row came where the columns should have ended."));
        return Guard(static session => session._columnCache.Take());
    }

    public ValueTask ReadPacketAsync(bool async)
    {
        if (!TryTakePacket())
            return WaitForPacketAsync(async);
        StopClock();
        return default;
    }

    /// <summary>Takes a row that has already arrived, or says that one has to be waited for.</summary>
    public bool TryTakePacket() => Guard(static session => session._wire.TryTakePacket());

    /// <summary>True when the packet read last is a row; false when it ended the rows.</summary>
    public bool IsRow()
    {
        var payload = _wire.Payload;
        if (payload.Length == 0)
            throw Lost(new ProtocolException("An empty packet where a row should be."));
        switch (payload[0])
        {
            case 0xFF:
                throw ServerError();
            case 0xFE when payload.Length < (_deprecateEof ? Wire.LargestChunk : 9):
                EndRows();
                return false;
            default:
                return true;
        }
    }

    /// <summary>Turns an error of the conversation into the exception for the caller; the session is lost if it can't go on.</summary>
    public Exception Lost(Exception error)
    {
        Abort();
        return StopError(error)
            ?? new MySqlException(MySqlErrorCode.None, $"The conversation with {_settings.Server}:{_settings.Port} broke off: {error.Message}", error);
    }

    /// <summary>What to throw for a command that was told to stop; some end without saying so, as SLEEP does on some servers.</summary>
    public Exception? StopError(Exception? cause = null) => _stopped switch
    {
        StopReason.Timeout => MySqlException.TimedOut(cause),
        StopReason.Token => new OperationCanceledException("The command was canceled.", cause, _token),
        _ => null,
    };

    /// <summary>For loops that nobody outside takes part in: rows that keep coming must not hold a caller longer than the time-out.</summary>
    public void ThrowIfLate(long since)
    {
        if (_timeout != 0 && Environment.TickCount64 - since > _timeout * 1000L)
        {
            _stopped = StopReason.Timeout;
            throw Lost(new TimeoutException("The server sends without end."));
        }
    }

    /// <summary>Readies the session for its next owner. False: throw it away.</summary>
    public async ValueTask<bool> RestAsync(bool async)
    {
        if (_failed || _active)
            return false;
        try
        {
            if ((Status & ServerStatus.InTransaction) != 0)
            {
                BeginCommand(Math.Max(_settings.CommandTimeout, 1), default);
                await RunAsync(Command.Query, "ROLLBACK".AsMemory(), async).ConfigureAwait(false);
                FinishCommand();
            }
        }
        catch (Exception error) when (error is MySqlException or OperationCanceledException)
        {
            return false;
        }
        if (Database != _startDatabase && _startDatabase.Length == 0)
            return false;
        _resetPending |= _settings.ConnectionReset || Database != _startDatabase;
        if (_resetPending)
            Prepared.Clear();
        _wire.Shrink();
        ReturnedAt = Environment.TickCount64;
        return true;
    }

    /// <summary>Gives up the connection, at once and for whoever waits on it.</summary>
    public void Abort()
    {
        _failed = true;
        _wire.Dispose();
        _timer.Dispose();
    }

    /// <summary>Says goodbye, so that the server doesn't count an aborted connection.</summary>
    public void Dispose()
    {
        if (_failed)
            return;
        try
        {
            _wire.Discard();
            WriteCommand(Command.Quit, "");
            _wire.FlushAsync(async: false).Now();
        }
        catch (Exception error) when (IsLoss(error))
        {
            // The server left first.
        }
        Abort();
    }

    private int Skipped(int definitions) => definitions == 0 || _deprecateEof ? definitions : definitions + 1;
    private int ResetAnswers => (IsMariaDb ? 1 : 2) + (Database != _startDatabase ? 1 : 0);

    private void WriteReset()
    {
        Prepared.Clear();
        WriteCommand(Command.ResetConnection, "");
        // MariaDB keeps the character set of the handshake; MySQL goes back to its own default.
        if (!IsMariaDb)
            WriteCommand(Command.Query, "SET NAMES utf8mb4");
        if (Database != _startDatabase)
            WriteCommand(Command.InitDb, _startDatabase);
    }

    private void WriteCommand(Command command, ReadOnlySpan<char> text)
    {
        _wire.StartPacket();
        _wire.WriteByte((byte)command);
        _wire.WriteUtf8(text);
        _wire.EndPacket();
    }

    // Behind: bytes that come behind the answers in any case, as of a command that was sent with the reset.
    private async ValueTask ReadResetAsync(int behind, bool async)
    {
        var answers = ResetAnswers;
        for (var i = 0; i < answers; i++)
        {
            _wire.ExpectSequence(1);
            _wakeAt = i == 0 ? answers * ShortestAnswer + behind : 1;
            await ReadPacketAsync(async).ConfigureAwait(false);
            try
            {
                ParseAnswer();
            }
            catch (MySqlException)
            {
                Abort();
                throw;
            }
        }
        (_wakeAt, _resetPending) = (1, false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitForPacketAsync(bool async)
    {
        StartClock();
        try
        {
            if (_wakeAt > 1)
                _wire.WakeAt(_wakeAt);
            do
                _wire.Received(await _wire.ReceiveAsync(async).ConfigureAwait(false));
            while (!_wire.TryTakePacket());
            if (_wakeAt > 1)
                _wire.WakeAt(1);
        }
        catch (Exception error) when (IsLoss(error))
        {
            throw Lost(error);
        }
        StopClock();
    }

    /// <summary>What the packet read last answers; throws what the server refused.</summary>
    public Answer ParseAnswer() => Guard(static session =>
    {
        var payload = session._wire.Payload;
        var reader = new PacketReader(payload);
        switch (payload.Length == 0 ? throw new ProtocolException("An empty packet where an answer should be.") : payload[0])
        {
            case 0x00:
                reader.ReadByte();
                return session.ParseOk(ref reader);
            case 0xFF:
                throw session.ServerError();
            case 0xFB:
                // LOAD DATA LOCAL: a server must not be able to ask for files here.
                throw new ProtocolException("The server asked for a local file, which this driver never sends.");
            default:
                var columns = reader.ReadLength();
                return columns is > 0 and <= MostColumns && reader.Remaining == 0
                    ? new Answer((int)columns, -1, 0)
                    : throw new ProtocolException($"A result of {columns} columns.");
        }
    });

    private Answer ParseOk(ref PacketReader reader)
    {
        var affected = (long)reader.ReadLength();
        var lastId = (long)reader.ReadLength();
        Status = (ServerStatus)reader.ReadUInt16();
        reader.ReadUInt16();
        if ((Status & ServerStatus.SessionStateChanged) != 0)
            ParseSessionState(ref reader);
        return new Answer(0, affected, lastId);
    }

    private void ParseSessionState(ref PacketReader reader)
    {
        reader.ReadBytes();
        var changes = new PacketReader(reader.ReadBytes());
        while (changes.Remaining > 0)
        {
            const byte Schema = 1;
            var kind = changes.ReadByte();
            var change = new PacketReader(changes.ReadBytes());
            if (kind == Schema)
                Database = change.ReadText();
        }
    }

    private void EndRows() => Guard(static session =>
    {
        var reader = new PacketReader(session._wire.Payload);
        reader.ReadByte();
        if (session._deprecateEof)
            return session.ParseOk(ref reader);
        reader.ReadUInt16();
        session.Status = (ServerStatus)reader.ReadUInt16();
        return default;
    });

    /// <summary>An ERR packet: number, state, text. The session goes on unless the server hung up with it.</summary>
    private Exception ServerError()
    {
        var error = Guard(static session => ParseError(session._wire.Payload));
        Status &= ~ServerStatus.MoreResults;
        if (error.ErrorCode is MySqlErrorCode.QueryInterrupted && StopError(error) is { } stop)
            return stop;
        // Shutdown, killed connection, idle for too long: the server closes the socket after these.
        if (error.Number is 1053 or 1927 or 4031 or 1080)
            Abort();
        return error;
    }

    private static MySqlException ParseError(ReadOnlySpan<byte> payload)
    {
        var reader = new PacketReader(payload);
        reader.ReadByte();
        var number = reader.ReadUInt16();
        string? state = null;
        var rest = reader.ReadRest();
        if (rest.Length >= 6 && rest[0] == '#')
        {
            state = Encoding.ASCII.GetString(rest[1..6]);
            rest = rest[6..];
        }
        return new MySqlException((MySqlErrorCode)number, Encoding.UTF8.GetString(rest), null, state);
    }

    /// <summary>Parses, and loses the session to a server that lies.</summary>
    private T Guard<T>(Func<Session, T> parse)
    {
        try
        {
            return parse(this);
        }
        catch (ProtocolException error)
        {
            throw Lost(error);
        }
    }

    private static bool IsLoss(Exception error) => error is IOException or SocketException or ObjectDisposedException;

    // The clock runs only while the server is waited for, from a send on: a caller that reads rows slowly isn't late.
    private void StartClock()
    {
        if (_budget == long.MaxValue || !_active || _clockStarted != 0)
            return;
        _clockStarted = Environment.TickCount64;
        lock (_gate)
        {
            if (!_killing)
                SetDeadline(_clockStarted + Math.Max(_budget, 0));
        }
    }

    private void StopClock()
    {
        if (_clockStarted == 0)
            return;
        _budget -= Environment.TickCount64 - _clockStarted;
        _clockStarted = 0;
        lock (_gate)
        {
            if (!_killing)
                _deadline = 0;
        }
    }

    private void SetDeadline(long deadline)
    {
        _deadline = deadline;
        // The timer is moved only to come sooner; one that fires early looks again. So most commands never touch it.
        if (_timerDue == 0 || deadline < _timerDue)
            SetTimer(deadline);
    }

    private void SetTimer(long due)
    {
        if (_failed)
            return;
        _timerDue = due;
        _timer.Change(Math.Max(1, due - Environment.TickCount64), Timeout.Infinite);
    }

    private void OnTimer()
    {
        lock (_gate)
        {
            _timerDue = 0;
            if (_deadline == 0 || _failed)
                return;
            if (_deadline > Environment.TickCount64)
                SetTimer(_deadline);
            else if (_killing)
                Abort();
            else
                Stop(StopReason.Timeout);
        }
    }

    private void Stop(StopReason reason)
    {
        lock (_gate)
        {
            if (!_active || _killing || _failed)
                return;
            _killing = true;
            _stopped = reason;
            _deadline = 0;
            if (_settings.CancellationTimeout > 0)
                SetDeadline(Environment.TickCount64 + _settings.CancellationTimeout * 1000L);
            if (_settings.CancellationTimeout >= 0)
                _kill = Task.Run(KillAsync);
            else
                Abort();
        }
    }

    private async Task KillAsync()
    {
        try
        {
            using var limit = new CancellationTokenSource(_settings.CancellationTimeout == 0 ? Timeout.Infinite : _settings.CancellationTimeout * 1000);
            using var side = await ConnectAsync(_settings, 0, async: true, limit.Token).ConfigureAwait(false);
            using var hard = limit.Token.UnsafeRegister(static session => ((Session)session!).Abort(), side);
            side.BeginCommand(0, default);
            var kill = string.Create(CultureInfo.InvariantCulture, $"KILL QUERY {ThreadId}");
            await side.RunAsync(Command.Query, kill.AsMemory(), async: true).ConfigureAwait(false);
            side.FinishCommand();
        }
        catch (Exception error) when (error is MySqlException or OperationCanceledException)
        {
            // A command that can't be killed is stopped the hard way; its caller learns why from StopReason.
            Abort();
        }
    }

    private async ValueTask AbsorbKillAsync(bool async)
    {
        var kill = _kill!;
        if (async)
            await kill.ConfigureAwait(false);
        else
            kill.Wait();
        (_kill, _killing) = (null, false);
        if (_failed)
            return;
        var stopped = _stopped;
        try
        {
            BeginCommand(Math.Max(_settings.CancellationTimeout, 1), default);
            await RunAsync(Command.Query, "DO SLEEP(0)".AsMemory(), async).ConfigureAwait(false);
        }
        catch (MySqlException error) when (error.ErrorCode == MySqlErrorCode.QueryInterrupted)
        {
            // The kill came late and landed here, as meant.
        }
        catch (MySqlException)
        {
            Abort();
        }
        FinishCommand();
        _stopped = stopped;
    }
}

/// <summary>First byte of a command packet.</summary>
internal enum Command : byte
{
    Quit = 1, InitDb = 2, Query = 3, Ping = 14, StatementPrepare = 22, StatementExecute = 23, StatementClose = 25, ResetConnection = 31,
}
