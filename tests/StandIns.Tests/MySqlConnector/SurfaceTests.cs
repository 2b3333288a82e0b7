using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>What frameworks ask of a provider beside running statements: strings, states, factories, spans, metrics.</summary>
public sealed class SurfaceTests(ServerFixture server)
{
    [Fact]
    public void Connection_strings_know_their_keys_by_all_their_names()
    {
        var builder = new MySqlConnectionStringBuilder("host=db;port=1;uid=me;pwd='a;b';initial catalog=shop;max pool size=7;connect timeout=3;Old Guids=true;SSL Mode=VerifyFull;pooling=no");
        Assert.Equal(("db", 1u, "me", "a;b", "shop", 7u, 3u), (builder.Server, builder.Port, builder.UserID, builder.Password, builder.Database, builder.MaximumPoolSize, builder.ConnectionTimeout));
        Assert.True(builder.OldGuids);
        Assert.False(builder.Pooling);
        Assert.Equal(MySqlSslMode.VerifyFull, builder.SslMode);
        builder.MaximumPoolSize = 9;
        builder["Default Command Timeout"] = 12;
        var again = new MySqlConnectionStringBuilder(builder.ConnectionString);
        Assert.Equal((9u, 12u, "a;b"), (again.MaximumPoolSize, again.DefaultCommandTimeout, again.Password));
        Assert.Equal((true, 180u, MySqlGuidFormat.Default), (again.TreatTinyAsBoolean, again.ConnectionIdleTimeout, again.GuidFormat));
    }

    [Theory]
    [InlineData("Compression=on", "Compression")]
    [InlineData("Server=a;Frobnicate=1", "Frobnicate")]
    [InlineData("Port=many", "many")]
    [InlineData("SslMode=Perhaps", "Perhaps")]
    [InlineData("Pooling=perhaps", "perhaps")]
    public void What_isnt_known_is_refused_by_name(string connectionString, string named) =>
        Assert.Contains(named, Assert.ThrowsAny<ArgumentException>(() => new MySqlConnectionStringBuilder(connectionString)).Message, StringComparison.OrdinalIgnoreCase);

    [Fact]
    public async Task The_password_is_forgotten_once_the_connection_was_opened()
    {
        await using var connection = new MySqlConnection(server.ConnectionString);
        var password = new MySqlConnectionStringBuilder(server.ConnectionString).Password;
        await connection.OpenAsync();
        Assert.DoesNotContain("Password=", connection.ConnectionString, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(password, new MySqlConnectionStringBuilder(connection.CloneWith(connection.ConnectionString).ConnectionString).Password);
    }

    [Fact]
    public async Task A_connection_tells_its_states()
    {
        var states = new List<(ConnectionState, ConnectionState)>();
        await using var connection = new MySqlConnection(server.ConnectionString);
        connection.StateChange += (_, change) => states.Add((change.OriginalState, change.CurrentState));
        await connection.OpenAsync();
        Assert.True(connection.ServerThread > 0);
        Assert.NotEmpty(connection.ServerVersion);
        Assert.True(await connection.PingAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(() => connection.OpenAsync());
        await connection.CloseAsync();
        Assert.False(await connection.PingAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(() => new MySqlCommand("SELECT 1", connection).ExecuteScalarAsync());
        Assert.Equal([(ConnectionState.Closed, ConnectionState.Connecting), (ConnectionState.Connecting, ConnectionState.Open), (ConnectionState.Open, ConnectionState.Closed)], states);
    }

    [Fact]
    public async Task One_reader_at_a_time()
    {
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 1 UNION SELECT 2", connection);
        await using (await command.ExecuteReaderAsync())
            Assert.Contains("in use", (await Assert.ThrowsAsync<InvalidOperationException>(() => command.ExecuteScalarAsync())).Message, StringComparison.Ordinal);
        var closing = await command.ExecuteReaderAsync(CommandBehavior.CloseConnection);
        await closing.DisposeAsync();
        Assert.Equal(ConnectionState.Closed, connection.State);
    }

    [Fact]
    public async Task Use_changes_the_database_that_is_told_and_a_return_forgets_it()
    {
        await using var connection = new MySqlConnection(server.ConnectionString + ";AllowUserVariables=true;MaximumPoolSize=1");
        await connection.OpenAsync();
        var home = connection.Database;
        await using var command = new MySqlCommand("USE information_schema; SET @kept = 1", connection);
        await command.ExecuteNonQueryAsync();
        Assert.Equal("information_schema", connection.Database);
        await connection.CloseAsync();
        await connection.OpenAsync();
        command.CommandText = "SELECT CAST(CONCAT(COALESCE(@kept, 'gone'), ' ', DATABASE()) AS CHAR)";
        Assert.Equal("gone " + home, await command.ExecuteScalarAsync());
        Assert.Equal(home, connection.Database);
    }

    [Fact]
    public async Task Isolation_levels_hold_for_one_transaction()
    {
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", connection);
        await command.ExecuteNonQueryAsync();
        command.CommandText = "SELECT 1";
        await using (var transaction = connection.BeginTransaction())
        {
            Assert.Equal(IsolationLevel.RepeatableRead, transaction.IsolationLevel);
            command.Transaction = transaction;
            command.ExecuteScalar();
            Assert.Throws<InvalidOperationException>(() => connection.BeginTransaction());
            transaction.Commit();
        }
        Assert.Throws<NotSupportedException>(() => connection.BeginTransaction(IsolationLevel.Chaos));
    }

    [Fact]
    public void The_factory_makes_each_of_its_kind()
    {
        DbProviderFactory factory = MySqlConnectorFactory.Instance;
        Assert.IsType<MySqlConnection>(factory.CreateConnection());
        Assert.IsType<MySqlCommand>(factory.CreateCommand());
        Assert.IsType<MySqlParameter>(factory.CreateParameter());
        Assert.IsType<MySqlConnectionStringBuilder>(factory.CreateConnectionStringBuilder());
        Assert.Same(factory, DbProviderFactories.GetFactory(new MySqlConnection()));
    }

    [Fact]
    public async Task Spans_say_where_and_whether_it_failed_but_not_the_statement()
    {
        var spans = new List<Activity>();
        using var parent = new Activity("test").Start();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "MySqlConnector",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span =>
            {
                if (span.TraceId == parent.TraceId)
                    spans.Add(span);
            },
        };
        ActivitySource.AddActivityListener(listener);
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 'private'", connection);
        await command.ExecuteScalarAsync();
        command.CommandText = "SELECT nothing FROM nowhere";
        await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteScalarAsync());
        command.CommandText = "SELECT 1; SELECT nothing FROM nowhere";
        await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteScalarAsync());
        Assert.Equal(["Open", "Execute", "Execute", "Execute"], spans.Select(span => span.OperationName));
        Assert.All(spans, span => Assert.Equal(("mysql", "mysql", ActivityKind.Client), (span.GetTagItem("db.system"), span.GetTagItem("db.system.name"), span.Kind)));
        Assert.Equal(connection.Database, spans[1].GetTagItem("db.namespace"));
        Assert.Equal((int)new MySqlConnectionStringBuilder(server.ConnectionString).Port, spans[1].GetTagItem("server.port"));
        Assert.Equal([ActivityStatusCode.Unset, ActivityStatusCode.Unset, ActivityStatusCode.Error, ActivityStatusCode.Error], spans.Select(span => span.Status));
        Assert.DoesNotContain(spans[1].TagObjects, tag => Equals(tag.Value, "SELECT 'private'"));
    }

    [Fact]
    public async Task Metrics_tell_a_pools_use()
    {
        await using var source = new MySqlDataSource(server.ConnectionString + ";ApplicationName=metrics;MaximumPoolSize=5");
        await using var first = await source.OpenConnectionAsync();
        await (await source.OpenConnectionAsync()).DisposeAsync();
        var told = new Dictionary<string, int>();
        using var listener = new MeterListener { InstrumentPublished = (instrument, all) => { if (instrument.Meter.Name == "MySqlConnector") all.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) =>
        {
            var list = tags.ToArray();
            if (list.Any(tag => tag.Key == "pool.name" && tag.Value is string name && name.Contains("metrics", StringComparison.Ordinal)))
                told[instrument.Name + " " + list.FirstOrDefault(tag => tag.Key == "state").Value] = value;
        });
        listener.Start();
        listener.RecordObservableInstruments();
        Assert.Equal(("1", "1", "5"), ($"{told["db.client.connections.usage used"]}", $"{told["db.client.connections.usage idle"]}", $"{told["db.client.connections.max "]}"));
    }
}
