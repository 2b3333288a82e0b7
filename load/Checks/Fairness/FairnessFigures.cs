namespace Dugout.Load.Checks.Fairness;

/// <summary>How fair a waiting room was to the fans of a run, in figures. Times are seconds.</summary>
/// <param name="Fans">Fans with a number.</param>
/// <param name="Admitted">Fans who got a pass.</param>
/// <param name="RankCorrelation">Spearman's correlation of numbers and order of admission: 1 is the promised order; null with fewer than two admitted fans.</param>
/// <param name="Inversions">Share of pairs of fans who got their passes in the opposite order of their numbers, 0 to 1. Fans ask at their own times, so a few near each other are.</param>
/// <param name="Overtaken">Fans who were turned away after a fan with a greater number had a pass.</param>
/// <param name="WaitP50">Median of the waiting time from arrival or opening, whichever was later, to the pass.</param>
/// <param name="WaitP95">Its 95th percentile.</param>
/// <param name="WaitMax">Its maximum.</param>
/// <param name="PredictionError">Median of the difference between the first predicted and the actual waiting time, relative to the actual one; null without predictions.</param>
/// <param name="ScriptedShareOfFans">Share of scripted accounts among the fans.</param>
/// <param name="ScriptedShareOfSeats">Share of the sold seats that they got; null if no seat was sold.</param>
internal sealed record FairnessFigures(
    int Fans, int Admitted, double? RankCorrelation, double Inversions, int Overtaken, double WaitP50, double WaitP95, double WaitMax, double? PredictionError,
    double ScriptedShareOfFans, double? ScriptedShareOfSeats);
