using System.CommandLine;
using Dugout.Load.Exits;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Cli;

/// <summary>The options of a scenario on the command line, and their values.</summary>
internal sealed class ScenarioOptions
{
    private readonly Option<string> _preset = OneOf("--preset", Shape.Weekday, [.. Shape.Names, .. Stages.Names], "Shape of the load: constant; up, constant and down; the full rate at once, then down to a fifth; or a published load.");
    private readonly Option<double?> _scale = Numbers.Fraction("--scale", 0.001, 100, "Factor of the rates or callers of a published load (0.001..100); default: 1.");
    private readonly Option<int?> _rate = Numbers.Optional("--rate", 1, 10_000, $"Iterations started per second at the peak, whether or not earlier ones have ended (1..10000); default: {RunOptions.UsualRate}.");
    private readonly Option<int?> _callers = Numbers.Optional("--callers", 1, 10_000, "Closed loop instead of a rate: virtual users, each of which starts its next iteration when one has ended (1..10000).");
    private readonly Option<int?> _seconds = Numbers.Optional("--seconds", 1, 86_400, $"How long iterations are started, in seconds (1..86400); default: {RunOptions.UsualSeconds}, or the original length of a published load.");
    private readonly Option<int> _warmUp = Numbers.Whole("--warm-up", 0, 3_600, 0, "Length of the unmeasured warm-up with the beginning of the load, in seconds (0..3600), at most the length of the load.");
    private readonly Option<Keys> _keys = new("--keys")
    {
        Description = "How month, game and seats, products or campaigns are chosen: uniformly, the k-th in proportion to 1/k^S, or always the first.",
        HelpName = "uniform|zipf:S|single",
        DefaultValueFactory = _ => Keys.Uniform,
        CustomParser = argument =>
        {
            if (Keys.Parse(argument.Tokens[0].Value) is { } keys) return keys;
            argument.AddError($"--keys must be uniform, single or zipf:S with S above 0 and up to 10, not '{argument.Tokens[0].Value}'");
            return null;
        },
    };

    private readonly Option<int> _think = Numbers.Whole("--think", 0, 600_000, 0, "The mean pause before a step, in milliseconds (0..600000).");
    private readonly Option<int> _abandon = Numbers.Whole("--abandon", 0, 100, 0, "Percentage of iterations that leave midway (0..100).");
    private readonly Option<int?> _writes = Numbers.Optional("--writes", 0, 100, "Percentage of iterations that write; the others read (0..100); default: the scenario's own.");
    private readonly Option<int?> _accounts = Numbers.Optional("--accounts", 1, 1_000_000, "Number of seeded accounts that take part; default: five per iteration per second, at least 20.");
    private readonly Option<string> _signIn = OneOf("--sign-in", "once", ["once", "each"], "Whether each account signs in once before the measurement, or each iteration signs in as its first step.");
    private readonly Option<string> _room = OneOf("--room", "open", ["open", "none"], "Whether the game has a waiting room.");
    private readonly Option<int> _seats = Numbers.Whole("--seats", 1, OpeningOptions.MostSeats, OpeningOptions.UsualSeats, $"Number of seats on sale (1..{OpeningOptions.MostSeats}).");
    private readonly RoomLimits _limits = new();
    private readonly Option<int> _scripted = Numbers.Whole("--scripted", 0, 100, 0, "Percentage of accounts that a script acts for (0..100).");
    private readonly Option<int?> _seed = Numbers.Optional("--seed", 0, int.MaxValue, "Seed of random choices; default: a new one.");
    private readonly Option<string> _out = new("--out") { Description = "Folder of the record; default: a new folder below .lab.", HelpName = "DIR" };
    private readonly Option<string> _appHost;

    /// <summary>Defines them.</summary>
    /// <param name="appHost">The option that all commands share.</param>
    public ScenarioOptions(Option<string> appHost) => _appHost = appHost;

    /// <summary>The command of a scenario.</summary>
    public Command Command(ScenarioKind kind, string exitCodes)
    {
        var command = new Command(kind.Name, $"{kind.Description} Then checks every acknowledged write against the rows.\n\n{exitCodes}");
        Option[] options = [_preset, _rate, .. kind.MayBeClosed ? (Option[])[_callers] : [], _scale, _seconds, _warmUp, .. kind.HasKeys ? (Option[])[_keys] : [], _think, _abandon, .. kind.MayMix ? (Option[])[_writes] : [], _accounts, .. kind.MaySignInEach && !kind.IsOpening ? (Option[])[_signIn] : [], .. kind.IsOpening ? (Option[])[_room, _seats, .. _limits.Options, _scripted] : [], _seed, _out, _appHost];
        foreach (var option in options) command.Options.Add(option);
        return command;
    }

    /// <summary>Reads the options of a run.</summary>
    /// <exception cref="UsageException">Two options exclude each other.</exception>
    public RunOptions Read(ScenarioKind kind, ParseResult parsed)
    {
        var callers = kind.MayBeClosed ? parsed.GetValue(_callers) : null;
        if (callers is not null && parsed.GetValue(_rate) is not null) throw new UsageException("--rate and --callers exclude each other: a load is open or closed");
        var preset = parsed.GetResult(_preset) is { Implicit: false } ? parsed.GetValue(_preset)! : kind.UsualPreset;
        var isPublished = Stages.Has(preset);
        var hasCallers = isPublished && Stages.IsClosed(preset);
        if (hasCallers && !kind.MayBeClosed) throw new UsageException($"{preset} is a load of callers, and {kind.Name} has none");
        if (hasCallers && callers is not null) throw new UsageException($"{preset} has callers of its own: use --scale, not --callers");
        if (hasCallers && parsed.GetValue(_rate) is not null) throw new UsageException($"{preset} has callers: use --scale, not --rate");
        if (callers is not null && preset != Shape.Weekday) throw new UsageException($"{preset} is the shape of an open load: use {(isPublished ? "--scale" : "--rate")}, not --callers");
        if (isPublished && parsed.GetValue(_rate) is not null) throw new UsageException($"{preset} has rates of its own: use --scale, not --rate");
        if (!isPublished && parsed.GetValue(_scale) is not null) throw new UsageException($"{preset} has no rates of its own: use --rate, not --scale");
        var scale = parsed.GetValue(_scale) ?? 1;
        if (parsed.GetValue(_out) is { } folder && string.IsNullOrWhiteSpace(folder)) throw new UsageException("--out names no folder");
        var seconds = parsed.GetValue(_seconds) ?? (isPublished ? Stages.Length(preset) : RunOptions.UsualSeconds);
        var warmUp = parsed.GetValue(_warmUp);
        if (warmUp > seconds) throw new UsageException($"--warm-up {warmUp} is longer than the load of {seconds} s whose beginning it runs");
        return new RunOptions
        {
            Scenario = kind,
            Preset = preset,
            Scale = scale,
            Rate = isPublished && !hasCallers ? Stages.Height(preset, scale) : parsed.GetValue(_rate) ?? RunOptions.UsualRate,
            Callers = hasCallers ? Stages.Callers(preset, scale) : callers,
            Seconds = seconds,
            WarmUpSeconds = warmUp,
            Keys = kind.HasKeys ? parsed.GetValue(_keys)! : Keys.Uniform,
            ThinkMilliseconds = parsed.GetValue(_think),
            AbandonPercent = parsed.GetValue(_abandon),
            WritePercent = (kind.MayMix ? parsed.GetValue(_writes) : null) ?? kind.UsualWrites,
            Accounts = parsed.GetValue(_accounts),
            Opening = kind.IsOpening ? OpeningOf(parsed) : null,
            SignInEach = kind.MaySignInEach && parsed.GetValue(_signIn) == "each",
            Seed = parsed.GetValue(_seed),
            Out = parsed.GetValue(_out),
            AppHost = parsed.GetValue(_appHost),
        };
    }

    private OpeningOptions OpeningOf(ParseResult parsed)
    {
        var (minRate, maxRate, maxActive) = _limits.Read(parsed);
        return new() { HasRoom = parsed.GetValue(_room) == "open", Seats = parsed.GetValue(_seats), MinRate = minRate, MaxRate = maxRate, MaxActive = maxActive, ScriptedPercent = parsed.GetValue(_scripted) };
    }

    private static Option<string> OneOf(string name, string usual, IReadOnlyList<string> values, string description) => new(name)
    {
        Description = description,
        HelpName = string.Join('|', values),
        DefaultValueFactory = _ => usual,
        CustomParser = argument =>
        {
            if (values.Contains(argument.Tokens[0].Value)) return argument.Tokens[0].Value;
            argument.AddError($"{name} must be {string.Join(", ", values.SkipLast(1))} or {values[^1]}, not '{argument.Tokens[0].Value}'");
            return null;
        },
    };
}
