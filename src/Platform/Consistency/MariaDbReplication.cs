using System.Globalization;
using System.Text.RegularExpressions;

namespace Dugout.Platform.Consistency;

/// <summary>MariaDB's GTID positions: <c>domain-server-number</c>, one per domain, separated by commas; the numbers of a domain ascend.</summary>
public sealed partial class MariaDbReplication : IReplication
{
    /// <inheritdoc/>
    // @@last_gtid is empty on a connection that has written nothing.
    public string LastWrite => "IF(@@last_gtid = '', SUBSTRING_INDEX(@@gtid_binlog_pos, ',', 1), @@last_gtid)";

    /// <inheritdoc/>
    public string Present => "@@gtid_binlog_pos";

    /// <inheritdoc/>
    public string Reached => "@@gtid_slave_pos";

    /// <inheritdoc/>
    public string IsFollowing =>
        "(SELECT variable_value = 'ON' FROM information_schema.global_status WHERE variable_name = 'SLAVE_RUNNING')";

    /// <inheritdoc/>
    public string Wait => "SELECT MASTER_GTID_WAIT(@place, @seconds) = 0";

    /// <inheritdoc/>
    public bool IsPlace(string text) => Place().IsMatch(text);

    /// <inheritdoc/>
    public bool Covers(string reached, string place)
    {
        var numbers = Numbers(reached);
        return Numbers(place).All(wanted => numbers.GetValueOrDefault(wanted.Key) >= wanted.Value);
    }

    /// <inheritdoc/>
    public long Order(string place) => Numbers(place).Values.Sum(number => (long)number);

    private static Dictionary<uint, ulong> Numbers(string place) => place
        .Split(',', StringSplitOptions.RemoveEmptyEntries)
        .Select(part => part.Split('-'))
        .ToDictionary(part => uint.Parse(part[0], CultureInfo.InvariantCulture), part => ulong.Parse(part[2], CultureInfo.InvariantCulture));

    [GeneratedRegex(@"\A[0-9]{1,9}-[0-9]{1,9}-[0-9]{1,18}\z")]
    private static partial Regex Place();
}
