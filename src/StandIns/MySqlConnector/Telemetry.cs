// Spans and metrics under the name "MySqlConnector", with the names the field uses, marked as the stand-in's.
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace MySqlConnector;

internal static class Telemetry
{
    /// <summary>AppContext switch that puts statement texts into spans; off by default, since texts may hold what people typed.</summary>
    public const string StatementTextSwitch = "MySqlConnector.TraceStatementText";

    private const string Name = "MySqlConnector";
    private const string Version = "2.6.1-dugout.1";

    private static readonly ActivitySource Source = new(Name, Version);
    private static readonly Meter Meter = new(Name, Version);
    private static readonly KeyValuePair<string, object?> IdleState = new("state", "idle");
    private static readonly KeyValuePair<string, object?> UsedState = new("state", "used");

    public static readonly Counter<long> RoundTrips =
        Meter.CreateCounter<long>("mysqlconnector.round_trips", "{round_trip}", "Times something was sent to a server that had to be answered.");
    public static readonly Counter<int> Timeouts = Meter.CreateCounter<int>("db.client.connections.timeouts", "{timeout}");
    public static readonly Histogram<double> CreateTime = Meter.CreateHistogram<double>("db.client.connections.create_time", "s");
    public static readonly Histogram<double> WaitTime = Meter.CreateHistogram<double>("db.client.connections.wait_time", "s");
    public static readonly Histogram<double> UseTime = Meter.CreateHistogram<double>("db.client.connections.use_time", "s");

    static Telemetry()
    {
        Meter.CreateObservableUpDownCounter("db.client.connections.usage", () => ConnectionPool.All.SelectMany(Usage), "{connection}");
        ObservePools("db.client.connections.pending_requests", "{request}", pool => pool.Pending);
        ObservePools("db.client.connections.max", "{connection}", pool => pool.Maximum);
    }

    public static Activity? Start(string operation, ConnectionSettings settings, string? database, string? statement = null)
    {
        if (!Source.HasListeners() || Source.StartActivity(operation, ActivityKind.Client) is not { IsAllDataRequested: true } activity)
            return null;
        activity.SetTag("db.system.name", "mysql").SetTag("db.system", "mysql")
            .SetTag("server.address", settings.Server).SetTag("server.port", settings.Port)
            .SetTag("dugout.stand_in", true);
        if (!string.IsNullOrEmpty(database))
            activity.SetTag("db.namespace", database);
        if (statement is not null && AppContext.TryGetSwitch(StatementTextSwitch, out var asked) && asked)
            activity.SetTag("db.query.text", statement);
        return activity;
    }

    public static void Fail(Activity? activity, Exception error)
    {
        if (activity is null)
            return;
        activity.SetStatus(ActivityStatusCode.Error, error.Message);
        activity.SetTag("error.type", error.GetType().FullName);
        if (error is MySqlException { Number: > 0 } refused)
            activity.SetTag("db.response.status_code", refused.Number);
        activity.Dispose();
    }

    private static IEnumerable<Measurement<int>> Usage(ConnectionPool pool) => [new(pool.Idle, pool.Tag, IdleState), new(pool.Used, pool.Tag, UsedState)];

    private static void ObservePools(string name, string unit, Func<ConnectionPool, int> value) =>
        Meter.CreateObservableUpDownCounter(name, () => ConnectionPool.All.Select(pool => new Measurement<int>(value(pool), pool.Tag)), unit);
}
