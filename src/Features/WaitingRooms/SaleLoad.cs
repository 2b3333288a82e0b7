namespace Dugout.Features.WaitingRooms;

/// <summary>What this process measures of holds and reservations until it is reported.</summary>
internal sealed class SaleLoad
{
    private const double MostFailed = 0.01;

    /// <summary>Maximum number of stored durations between two reports; further requests are only counted.</summary>
    private const int MostDurations = 4_096;

    private readonly Lock _adding = new();
    private readonly List<double> _milliseconds = [];
    private int _requests;
    private int _failed;

    /// <summary>The measurements of a second.</summary>
    /// <param name="Requests">Number of requests.</param>
    /// <param name="Failed">How many of them got 5xx.</param>
    /// <param name="P99">Their p99, in milliseconds; 0 without requests.</param>
    /// <param name="PoolWait">The mean wait of the process for a database connection, in milliseconds.</param>
    /// <param name="Cpu">The process's share of its processors, in percent.</param>
    public sealed record Report(int Requests, int Failed, double P99, double PoolWait = 0, double Cpu = 0)
    {
        /// <summary>All processes together: the busiest counts, because one overloaded replica is enough to be careful.</summary>
        public static Report Of(IEnumerable<Report> reports) => reports.Aggregate(new Report(0, 0, 0), (sum, next) => new(
            sum.Requests + next.Requests, sum.Failed + next.Failed, Math.Max(sum.P99, next.P99), Math.Max(sum.PoolWait, next.PoolWait), Math.Max(sum.Cpu, next.Cpu)));

        /// <summary>How the shop copes, and the reason for the operator's panel.</summary>
        public (AdmissionWindow.Strain Strain, string Reason) StrainBy(WaitingRoomsOptions limits) => AdmissionWindow.StrainOf(P99, limits.BusyMilliseconds) switch
        {
            AdmissionWindow.Strain.TooMuch => (AdmissionWindow.Strain.TooMuch, "slow"),
            _ when Failed > Requests * MostFailed => (AdmissionWindow.Strain.TooMuch, "failing"),
            _ when PoolWait > limits.BusyPoolWaitMilliseconds => (AdmissionWindow.Strain.TooMuch, "pool-wait"),
            _ when Cpu > limits.BusyCpuPercent => (AdmissionWindow.Strain.TooMuch, "cpu"),
            AdmissionWindow.Strain.Much => (AdmissionWindow.Strain.Much, "near"),
            var strain => (strain, "faster"),
        };
    }

    public void Add(TimeSpan took, bool failed)
    {
        lock (_adding)
        {
            _requests++;
            _failed += failed ? 1 : 0;
            if (_milliseconds.Count < MostDurations)
                _milliseconds.Add(took.TotalMilliseconds);
        }
    }

    /// <summary>Returns the measurements since the last report.</summary>
    public Report Take()
    {
        lock (_adding)
        {
            _milliseconds.Sort();
            var report = new Report(_requests, _failed, _milliseconds.Count == 0 ? 0 : _milliseconds[(int)Math.Ceiling(_milliseconds.Count * 0.99) - 1]);
            _milliseconds.Clear();
            (_requests, _failed) = (0, 0);
            return report;
        }
    }
}
