namespace Dugout.Load.Rehearsals;

/// <summary>
/// The rule by which a waiting room admits: that of <c>src/Features/WaitingRooms/AdmissionRate.cs</c>, written a second time because the load lab knows no part of the shop. The rate doubles each
/// tick of a second until the shop is busy for the first time or all who wait are admitted; then it grows by a twentieth of its highest value, and falls by three tenths whenever the shop is busy.
/// </summary>
internal sealed class AdmissionRule
{
    private const double Increase = 0.05;
    private const double Decrease = 0.7;

    private readonly double _minRate;
    private readonly double _maxRate;
    private bool _isStarting = true;
    private double _fraction;

    /// <summary>The rule of a room.</summary>
    /// <param name="minRate">The lowest rate, in fans per second; also the first.</param>
    /// <param name="maxRate">The highest.</param>
    public AdmissionRule(int minRate, int maxRate) => (_minRate, _maxRate, Rate) = (minRate, maxRate, minRate);

    /// <summary>Fans per second from the last tick on.</summary>
    public double Rate { get; private set; }

    /// <summary>Whether the number of active fans kept the last tick from admitting as many as the rate allows.</summary>
    public bool IsLimitedByActive { get; private set; }

    /// <summary>A tick, a second after the one before.</summary>
    /// <param name="waiting">Fans with a ticket who are not admitted.</param>
    /// <param name="places">How many more fans may be active.</param>
    /// <param name="isBusy">Whether the shop was busy in the last second.</param>
    /// <returns>How many are admitted now.</returns>
    public int Next(int waiting, int places, bool isBusy)
    {
        IsLimitedByActive = false;
        if (waiting == 0) return AdmitNone();
        if (isBusy) return Admit(Math.Max(_minRate, Rate * Decrease), isStarting: false);
        if (places <= 0)
        {
            IsLimitedByActive = true;
            return AdmitNone();
        }

        if (waiting <= Rate || Rate >= _maxRate) return Admit(Rate, isStarting: false);
        return _isStarting ? Admit(Math.Min(_maxRate, 2 * Rate), isStarting: true) : Admit(Math.Min(_maxRate, Rate + (Increase * _maxRate)), isStarting: false);

        int AdmitNone()
        {
            (_isStarting, _fraction) = (false, 0);
            return 0;
        }

        int Admit(double rate, bool isStarting)
        {
            var due = Math.Min(_fraction + rate, waiting);
            var numbers = Math.Min(due, Math.Max(0, places));
            IsLimitedByActive = numbers < due;
            var whole = (int)numbers;
            (Rate, _isStarting, _fraction) = (rate, isStarting, numbers - whole);
            return whole;
        }
    }
}
