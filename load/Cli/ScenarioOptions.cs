using System.CommandLine;
using Dugout.Load.Exits;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Cli;

/// <summary>The options of a scenario on the command line, and their values.</summary>
internal sealed class ScenarioOptions
{
    private readonly Option<string> _preset = OneOf("--preset", Shape.Weekday, [.. Shape.Names, .. Stages.Names], "The shape of the load: level; up, level and down; the whole rate at once, then down to a fifth; as a team has published it.");
    private readonly Option<double?> _scale = Numbers.Fraction("--scale", 0.001, 100, "By what the rates of a published load, or its callers, are multiplied (0.001..100); 1 when not given.");
    private readonly Option<int?> _rate = Numbers.Optional("--rate", 1, 10_000, $"Flows started a second where the load is highest, whatever becomes of the ones before (1..10000); {RunOptions.UsualRate} when not given.");
    private readonly Option<int?> _callers = Numbers.Optional("--callers", 1, 10_000, "Instead of a rate: so many fans, each of whom begins again as soon as it is through (1..10000).");
    private readonly Option<int?> _seconds = Numbers.Optional("--seconds", 1, 86_400, $"How long flows are started, in seconds (1..86400); {RunOptions.UsualSeconds} when not given, a published load as long as it was.");
    private readonly Option<int> _warmUp = Numbers.Whole("--warm-up", 0, 3_600, 0, "How long the beginning of the load runs before, unmeasured, in seconds (0..3600), at most as long as the load.");
    private readonly Option<Keys> _keys = new("--keys")
    {
        Description = "How month, game and seats, products or campaigns are chosen: each as likely, the k-th in proportion to 1/k^S, or always the first.",
        HelpName = "uniform|zipf:S|single",
        DefaultValueFactory = _ => Keys.Uniform,
        CustomParser = argument =>
        {
            if (Keys.Parse(argument.Tokens[0].Value) is { } keys) return keys;
            argument.AddError($"--keys wants uniform, single or zipf:S with S above 0 and up to 10, not '{argument.Tokens[0].Value}'");
            return null;
        },
    };

    private readonly Option<int> _think = Numbers.Whole("--think", 0, 600_000, 0, "The mean pause before a step, in milliseconds (0..600000).");
    private readonly Option<int> _abandon = Numbers.Whole("--abandon", 0, 100, 0, "Of 100 flows so many leave midway (0..100).");
    private readonly Option<int?> _writes = Numbers.Optional("--writes", 0, 100, "Of 100 flows so many write and the others read (0..100); the scenario's own share when not given.");
    private readonly Option<int?> _accounts = Numbers.Optional("--accounts", 1, 1_000_000, "How many of the seeded accounts take part; five for each flow a second and at least 20 when not given.");
    private readonly Option<string> _signIn = OneOf("--sign-in", "once", ["once", "each"], "Whether accounts sign in once each before the clock, or each flow signs in as its first step.");
    private readonly Option<int?> _seed = Numbers.Optional("--seed", 0, int.MaxValue, "What the choices are drawn from; another one each time when not given.");
    private readonly Option<string> _out = new("--out") { Description = "The folder for the record; one of its own under .lab when not given.", HelpName = "DIR" };
    private readonly Option<string> _appHost;

    /// <summary>Defines them.</summary>
    /// <param name="appHost">The option that all commands share.</param>
    public ScenarioOptions(Option<string> appHost) => _appHost = appHost;

    /// <summary>The command of a scenario.</summary>
    public Command Command(ScenarioKind kind, string exitCodes)
    {
        var command = new Command(kind.Name, $"{kind.Description} Then the check that every sale told is a row and every row was told.\n\n{exitCodes}");
        Option[] options = [_preset, _rate, .. kind.MayBeClosed ? (Option[])[_callers] : [], _scale, _seconds, _warmUp, .. kind.HasKeys ? (Option[])[_keys] : [], _think, _abandon, .. kind.MayMix ? (Option[])[_writes] : [], _accounts, .. kind.MaySignInEach ? (Option[])[_signIn] : [], _seed, _out, _appHost];
        foreach (var option in options) command.Options.Add(option);
        return command;
    }

    /// <summary>Reads the options of a run.</summary>
    /// <exception cref="UsageException">Two options exclude each other.</exception>
    public RunOptions Read(ScenarioKind kind, ParseResult parsed)
    {
        var callers = kind.MayBeClosed ? parsed.GetValue(_callers) : null;
        if (callers is not null && parsed.GetValue(_rate) is not null) throw new UsageException("--rate and --callers exclude each other: a load is open or closed");
        var (preset, isPublished) = (parsed.GetValue(_preset)!, Stages.Has(parsed.GetValue(_preset)!));
        var hasCallers = isPublished && Stages.IsClosed(preset);
        if (hasCallers && !kind.MayBeClosed) throw new UsageException($"{preset} is a load of callers, and {kind.Name} has none");
        if (hasCallers && callers is not null) throw new UsageException($"{preset} has callers of its own: it wants --scale, not --callers");
        if (hasCallers && parsed.GetValue(_rate) is not null) throw new UsageException($"{preset} has callers: it wants --scale, not --rate");
        if (callers is not null && preset != Shape.Weekday) throw new UsageException($"{preset} is the shape of an open load: it wants {(isPublished ? "--scale" : "--rate")}, not --callers");
        if (isPublished && parsed.GetValue(_rate) is not null) throw new UsageException($"{preset} has rates of its own: it wants --scale, not --rate");
        if (!isPublished && parsed.GetValue(_scale) is not null) throw new UsageException($"{preset} has no rates of its own: it wants --rate, not --scale");
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
            SignInEach = kind.MaySignInEach && parsed.GetValue(_signIn) == "each",
            Seed = parsed.GetValue(_seed),
            Out = parsed.GetValue(_out),
            AppHost = parsed.GetValue(_appHost),
        };
    }

    private static Option<string> OneOf(string name, string usual, IReadOnlyList<string> values, string description) => new(name)
    {
        Description = description,
        HelpName = string.Join('|', values),
        DefaultValueFactory = _ => usual,
        CustomParser = argument =>
        {
            if (values.Contains(argument.Tokens[0].Value)) return argument.Tokens[0].Value;
            argument.AddError($"{name} wants {string.Join(", ", values.SkipLast(1))} or {values[^1]}, not '{argument.Tokens[0].Value}'");
            return null;
        },
    };
}
