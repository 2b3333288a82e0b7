using System.Globalization;
using System.Text.RegularExpressions;

namespace Dugout.Platform.Consistency;

/// <summary>
/// MySQL's GTID positions: the set of all transactions, <c>server:1-57</c> or <c>server:1-57:60-61</c>, one per server, separated by
/// commas. MySQL does not report the last write of a connection, so the set of everything committed by then is used.
/// </summary>
public sealed partial class MySqlReplication : IReplication
{
    private const string Everything = "REPLACE(@@GLOBAL.gtid_executed, '\\n', '')";

    /// <inheritdoc/>
    public string LastWrite => Everything;

    /// <inheritdoc/>
    public string Present => Everything;

    /// <inheritdoc/>
    public string Reached => Everything;

    /// <summary>Requires the privilege to read these two tables.</summary>
    /// <inheritdoc/>
    public string IsFollowing => "(SELECT applier.service_state = 'ON' AND receiver.service_state = 'ON' FROM performance_schema.replication_applier_status applier "
        + "JOIN performance_schema.replication_connection_status receiver USING (channel_name) WHERE applier.channel_name = '')";

    /// <inheritdoc/>
    public string Wait => "SELECT WAIT_FOR_EXECUTED_GTID_SET(@place, @seconds) = 0";

    /// <inheritdoc/>
    public bool IsPlace(string text) => Place().IsMatch(text);

    /// <inheritdoc/>
    public bool Covers(string reached, string place)
    {
        var sets = Sets(reached);
        return Sets(place).All(wanted => wanted.Value.TrueForAll(part =>
            sets.GetValueOrDefault(wanted.Key)?.Exists(whole => whole.First <= part.First && part.Last <= whole.Last) == true));
    }

    /// <inheritdoc/>
    public long Order(string place) => Sets(place).Values.SelectMany(set => set).Sum(part => (long)(part.Last - part.First + 1));

    private static Dictionary<string, List<(ulong First, ulong Last)>> Sets(string place) => place
        .Split(',', StringSplitOptions.RemoveEmptyEntries)
        .Select(set => set.Split(':'))
        .GroupBy(set => set[0], StringComparer.OrdinalIgnoreCase)
        .ToDictionary(server => server.Key, server => server.SelectMany(set => set.Skip(1)).Select(Interval).ToList(), StringComparer.OrdinalIgnoreCase);

    private static (ulong First, ulong Last) Interval(string text)
    {
        var ends = text.Split('-');
        return (ulong.Parse(ends[0], CultureInfo.InvariantCulture), ulong.Parse(ends[^1], CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"\A[0-9a-fA-F-]{36}(:[0-9]{1,18}(-[0-9]{1,18})?)+(,[0-9a-fA-F-]{36}(:[0-9]{1,18}(-[0-9]{1,18})?)+)*\z")]
    private static partial Regex Place();
}
