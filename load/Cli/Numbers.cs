using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Dugout.Load.Cli;

/// <summary>Options that are numbers within bounds.</summary>
internal static class Numbers
{
    /// <summary>A whole number with a default.</summary>
    public static Option<int> Whole(string name, int least, int greatest, int usual, string description) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => usual,
        CustomParser = argument => Read(argument, name, least, greatest) ?? 0,
    };

    /// <summary>A whole number that is null when not given.</summary>
    public static Option<int?> Optional(string name, int least, int greatest, string description) => new(name)
    {
        Description = description,
        CustomParser = argument => Read(argument, name, least, greatest),
    };

    /// <summary>One or more whole numbers with a default.</summary>
    public static Option<int[]> Several(string name, int least, int greatest, int usual, string description) => new(name)
    {
        Description = description,
        Arity = ArgumentArity.OneOrMore,
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [usual],
        CustomParser = argument => [.. argument.Tokens.Select(token => Read(argument, token.Value, name, least, greatest) ?? 0)],
    };

    /// <summary>A fraction that is null when not given.</summary>
    public static Option<double?> Fraction(string name, double least, double greatest, string description) => new(name)
    {
        Description = description,
        CustomParser = argument =>
        {
            var text = argument.Tokens[0].Value;
            if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number >= least && number <= greatest) return number;
            argument.AddError(FormattableString.Invariant($"{name} must be a number from {least} to {greatest}, not '{text}'"));
            return null;
        },
    };

    private static int? Read(ArgumentResult argument, string name, int least, int greatest) => Read(argument, argument.Tokens[0].Value, name, least, greatest);

    private static int? Read(ArgumentResult argument, string text, string name, int least, int greatest)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= greatest) return number;
        argument.AddError($"{name} must be a whole number from {least} to {greatest}, not '{text}'");
        return null;
    }
}
