namespace Dugout.Features.WaitingRooms;

/// <summary>
/// How many fans of a waiting room may be active at once, so that the shop is used and not overloaded. Those who finish make room for the next, as acknowledged packets do for a sender; so a
/// mistake costs at most the window, however late the shop shows it. From the opening on each fan who finishes makes room for two, until the shop is strained for two steps. Afterwards the
/// window grows by a twentieth a step while the shop copes, stays while it is nearly busy, and falls by a fifth when it is busy. The operator's lowest and highest rates hold whatever the
/// window. This file knows nothing else of the shop: a rehearsal in <c>load</c> compiles it, too.
/// </summary>
/// <param name="rate">The rate so far, in numbers per second.</param>
/// <param name="isStarting">Whether the shop has had time to spare ever since the opening.</param>
internal sealed class AdmissionWindow(double rate, bool isStarting)
{
    private const double Increase = 0.05;
    private const double Decrease = 0.8;

    /// <summary>The weight of the last step in the rate.</summary>
    private const double Latest = 0.5;

    /// <summary>By how much a step may exceed the rate once the shop is used, so that fans who finished together are not followed by as many who come together.</summary>
    private const double Pace = 1.25;

    /// <summary>Steps after a decrease without another one: the fans admitted before it are still to be seen in the measurements.</summary>
    private const int Rest = 3;

    /// <summary>Strained steps in a row that end the start: a single slow request shall not.</summary>
    private const int StrainedSteps = 2;

    /// <summary>The share of the greatest p99 from which on the shop is nearly busy.</summary>
    private const double Near = 0.5;

    /// <summary>The share of it up to which the shop has time to spare.</summary>
    private const double Spare = 0.25;

    private double? _size;
    private double _rate = rate;
    private double _carried;
    private int _lastActive;
    private int _resting;
    private int _strained;
    private bool _isStarting = isStarting;

    /// <summary>How the shop copes.</summary>
    public enum Strain
    {
        /// <summary>Nothing is known; the window stays.</summary>
        Unknown,

        /// <summary>It has time to spare.</summary>
        None,

        /// <summary>It copes, but no longer as if it had nothing else to do.</summary>
        Little,

        /// <summary>It is nearly busy.</summary>
        Much,

        /// <summary>It is busy.</summary>
        TooMuch,
    }

    /// <summary>How the shop copes, by the p99 of its holds and reservations.</summary>
    /// <param name="p99">The p99.</param>
    /// <param name="greatest">The p99 above which it is busy, in the same unit.</param>
    public static Strain StrainOf(double p99, double greatest) =>
        p99 > greatest ? Strain.TooMuch
        : p99 > Near * greatest ? Strain.Much
        : p99 > Spare * greatest ? Strain.Little
        : Strain.None;

    /// <summary>How many numbers to admit now, the rate, and why.</summary>
    /// <param name="Numbers">Numbers to admit now.</param>
    /// <param name="Rate">Numbers a second, the mean of the last steps; within the operator's bounds.</param>
    /// <param name="Reason">The reason, for the operator's panel; null if it is the strain.</param>
    public readonly record struct Step(int Numbers, double Rate, string? Reason);

    /// <summary>The state of a sale.</summary>
    /// <param name="Elapsed">Time since the last step.</param>
    /// <param name="Waiting">Tickets that are not admitted.</param>
    /// <param name="Active">Fans who may choose seats and have none yet.</param>
    /// <param name="Places">How many more fans may be active; not positive if all seats are sold. At most so many numbers are admitted.</param>
    /// <param name="Strain">How the shop copes.</param>
    public readonly record struct Sale(TimeSpan Elapsed, int Waiting, int Active, int Places, Strain Strain);

    /// <summary>Decides a step. The first one begins with the fans that an earlier worker has admitted.</summary>
    /// <param name="minRate">The lowest rate, in numbers per second.</param>
    /// <param name="maxRate">The highest rate, in numbers per second.</param>
    /// <param name="sale">The state of the sale.</param>
    public Step Next(double minRate, double maxRate, Sale sale)
    {
        var (seconds, carried) = (sale.Elapsed.TotalSeconds, _carried);
        var (least, most) = (carried + (minRate * seconds), carried + (maxRate * seconds));
        var grew = Resize(sale);
        var paced = _isStarting ? most : Math.Clamp(carried + (Pace * _rate * seconds), least, most);
        var due = Math.Clamp(_size!.Value - sale.Active, least, paced);
        // What can't be admitted now is no promise for later.
        _size = Math.Min(_size.Value, sale.Active + most);
        var exact = Math.Min(Math.Min(due, Math.Max(0, sale.Places)), sale.Waiting);
        var whole = (int)exact;
        (_carried, _lastActive) = (exact - whole, sale.Active + whole);
        // Fans who come while the line is empty don't say how fast a line would be admitted.
        if (exact < sale.Waiting && seconds > 0)
            _rate += Latest * (((exact - carried) / seconds) - _rate);
        _rate = Math.Clamp(_rate, minRate, maxRate);
        return new(whole, _rate, Reason());

        string? Reason() =>
            exact == sale.Waiting ? "steady"
            : exact < due ? "active"
            : !grew ? null
            : exact == most ? "highest"
            : _isStarting ? "starting" : "faster";
    }

    /// <summary>Follows the shop.</summary>
    /// <returns>Whether the window grew.</returns>
    private bool Resize(Sale sale)
    {
        var size = _size ?? sale.Active;
        // Where no fan has been active, the strain is none of this sale's: fans who take tickets have caused it, or another sale has.
        var strain = sale.Active + _lastActive == 0 && sale.Strain != Strain.None ? Strain.Unknown : sale.Strain;
        // The lowest rate may have admitted more than the window, and the shop has time to spare nevertheless.
        if (strain == Strain.None)
            size = Math.Max(size, _lastActive);
        var step = Math.Max(1, Increase * size);
        _resting = Math.Max(0, _resting - 1);
        _strained = strain is Strain.Unknown or Strain.None ? 0 : _strained + 1;
        _isStarting &= _strained < StrainedSteps && strain != Strain.TooMuch;
        (_size, _resting) = strain switch
        {
            Strain.None or Strain.Little when _isStarting => (size + Math.Max(step, _lastActive - sale.Active), _resting),
            Strain.None or Strain.Little => (size + step, _resting),
            Strain.TooMuch when _resting == 0 => (Decrease * Math.Min(size, sale.Active), Rest),
            _ => (size, _resting),
        };
        return strain is Strain.None or Strain.Little;
    }
}
