using System.CommandLine;
using Dugout.Load.Rehearsals;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>The command that simulates an opening.</summary>
internal static class RehearseCommand
{
    private const string Help =
        """
        Simulates the opening of a sale on a model fitted to measured runs: time until it is sold out, waiting times, needed replicas.

        Exit codes: 0 done; 2 a prediction was more than 15 % off; 64 a wrong option, or no such record.
        """;

    /// <summary>Defines it.</summary>
    public static Command Of(CommandContext context)
    {
        var fans = Numbers.Whole("--fans", 1, 1_000_000, 10_000, "Fans (1..1000000).");
        var seats = Numbers.Whole("--seats", 1, 100_000, 2_000, "Seats on sale (1..100000).");
        var minutes = Numbers.Whole("--minutes", 1, 120, 10, "Minutes over which fans arrive, before the opening and after it; the needed replicas sell all seats in this time (1..120).");
        var early = Numbers.Whole("--early", 0, 100, 60, "Percentage of fans who arrive before the opening (0..100).");
        var noRoom = new Option<bool>("--no-room") { Description = "Without a waiting room." };
        var limits = new RoomLimits();
        var replicas = Numbers.Optional("--replicas", 1, ReplicaNeed.Most, $"API replicas (1..{ReplicaNeed.Most}); default: as measured.");
        var abandon = Numbers.Whole("--abandon", 0, 100, 5, "Percentage of holds that their fans abandon (0..100).");
        var hold = Numbers.Whole("--hold", 1, 900, RehearsedSale.UsualHoldSeconds, "Lifetime of a hold, in seconds (1..900).");
        var patience = Numbers.Whole("--patience", 1, 14_400, 1_800, "How long a fan waits, from the arrival or the opening, in seconds (1..14400).");
        var seed = Numbers.Whole("--seed", 0, int.MaxValue, 1, "Seed of random choices (0..2147483647).");
        var from = Records("--from", "Records of opening-minute to fit the model to, or their folders; default: the published ones.");
        var check = Records("--check", "Records of other runs to predict instead; a time until nine tenths or all seats are sold that is more than 15 % off fails.");
        var rehearse = new Command(RehearseRun.Name, Help) { fans, seats, minutes, early, noRoom, replicas, abandon, hold, patience, seed, from, check };
        foreach (var limit in limits.Options) rehearse.Options.Add(limit);
        rehearse.SetAction((parsed, _) =>
        {
            var (minRate, maxRate, maxActive) = limits.Read(parsed);
            return new RehearseRun(
                new()
                {
                    Fans = parsed.GetValue(fans),
                    Seats = parsed.GetValue(seats),
                    Minutes = parsed.GetValue(minutes),
                    EarlyPercent = parsed.GetValue(early),
                    Replicas = parsed.GetValue(replicas),
                    From = parsed.GetValue(from) ?? [],
                    Check = parsed.GetValue(check) ?? [],
                    Sale = new()
                    {
                        Arrivals = [],
                        Seats = parsed.GetValue(seats),
                        HasRoom = !parsed.GetValue(noRoom),
                        MinRate = minRate,
                        MaxRate = maxRate,
                        MaxActive = maxActive,
                        AbandonPercent = parsed.GetValue(abandon),
                        HoldSeconds = parsed.GetValue(hold),
                        PatienceSeconds = parsed.GetValue(patience),
                        Replicas = 0,
                        Seed = parsed.GetValue(seed),
                    },
                },
                context).RunAsync();
        });
        return rehearse;
    }

    private static Option<string[]> Records(string name, string description) => new(name) { Description = description, HelpName = "RECORD", Arity = ArgumentArity.OneOrMore, AllowMultipleArgumentsPerToken = true };
}
