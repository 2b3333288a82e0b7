using System.Globalization;
using System.Security.Cryptography;

namespace Dugout.Tests.Support;

/// <summary>
/// Where tests take random orders and data from. The seed is printed at the first throw; the variable DUGOUT_TEST_SEED repeats a run with it, as far as threads allow.
/// </summary>
public static class Dice
{
    private const string Variable = "DUGOUT_TEST_SEED";

    private static readonly Lazy<Random> Seeded = new(() =>
    {
        var seed = Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } given
            ? int.Parse(given, CultureInfo.InvariantCulture)
            : RandomNumberGenerator.GetInt32(int.MaxValue);
        Console.Error.WriteLine($"{Variable}={seed}");
        return new LockedRandom(seed);
    });

    /// <summary>One generator for all threads.</summary>
    public static Random Shared => Seeded.Value;

    private sealed class LockedRandom(int seed) : Random(seed)
    {
        private readonly Lock _lock = new();

        public override int Next()
        {
            lock (_lock)
                return base.Next();
        }

        public override int Next(int maxValue)
        {
            lock (_lock)
                return base.Next(maxValue);
        }

        public override int Next(int minValue, int maxValue)
        {
            lock (_lock)
                return base.Next(minValue, maxValue);
        }

        public override long NextInt64(long minValue, long maxValue)
        {
            lock (_lock)
                return base.NextInt64(minValue, maxValue);
        }
    }
}
