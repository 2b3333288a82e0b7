using System.Globalization;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// The form of holds in Redis: one line each, <c>id began deadline free</c> and then <c>grade:number:price</c> of each seat, with a space between; times in Unix milliseconds.
/// Scripts get the seats of a hold as the number of seats of each grade, followed by their numbers.
/// </summary>
internal static class HoldLines
{
    /// <summary>The seats as a line has them.</summary>
    public static string Of(IReadOnlyList<PricedSeat> seats) => seats.Count == 1 ? Of(seats[0]) : string.Join(' ', seats.Select(Of));

    /// <summary>The grades of the seats, each once, as scripts get them.</summary>
    public static long[] Grades(IReadOnlyList<PricedSeat> seats) => seats.Count == 1 ? [seats[0].GradeId] : [.. seats.Select(seat => seat.GradeId).Distinct()];

    /// <summary>The seats in the order in which scripts get them.</summary>
    public static IReadOnlyList<PricedSeat> ByGrade(IReadOnlyList<PricedSeat> seats) => seats.Count == 1 ? seats : [.. seats.GroupBy(seat => seat.GradeId).SelectMany(grade => grade)];

    /// <summary>Reads a line.</summary>
    public static Holds.Hold Read(string line, long gameId, long accountId)
    {
        var parts = line.Split(' ');
        return new(Long(parts[0]), gameId, accountId, DateTimeOffset.FromUnixTimeMilliseconds(Long(parts[2])).UtcDateTime, [.. parts.Skip(4).Select(ReadSeat)]);
    }

    /// <summary>Reads the lines of an account, without holds whose seats are available again.</summary>
    /// <param name="lines">The lines.</param>
    /// <param name="now">Redis' time, in Unix milliseconds.</param>
    /// <param name="gameId">The game.</param>
    /// <param name="accountId">The account.</param>
    public static List<Holds.Hold> ReadAll(string lines, long now, long gameId, long accountId) =>
        [.. lines.Split('\n').Where(line => Long(line.Split(' ')[3]) > now).Select(line => Read(line, gameId, accountId))];

    /// <summary>The keys and the arguments of a script that changes a hold: its own arguments come first.</summary>
    public static (RedisKey[] Keys, RedisValue[] Arguments) Script(long gameId, long accountId, IReadOnlyList<PricedSeat> seats, params ReadOnlySpan<RedisValue> own)
    {
        var grades = Grades(seats);
        var keys = new RedisKey[1 + grades.Length];
        var arguments = new RedisValue[own.Length + grades.Length + seats.Count];
        keys[0] = SeatsRedisKeys.HoldsOfAccount(gameId, accountId);
        own.CopyTo(arguments);
        var at = own.Length;
        for (var grade = 0; grade < grades.Length; grade++)
        {
            keys[1 + grade] = SeatsRedisKeys.Seats(gameId, grades[grade]);
            var count = at++;
            for (var seat = 0; seat < seats.Count; seat++)
                if (seats[seat].GradeId == grades[grade])
                    arguments[at++] = seats[seat].Number;
            arguments[count] = at - count - 1;
        }

        return (keys, arguments);
    }

    private static string Of(PricedSeat seat) => string.Create(CultureInfo.InvariantCulture, $"{seat.GradeId}:{seat.Number}:{seat.Price}");

    private static PricedSeat ReadSeat(string text)
    {
        var parts = text.Split(':');
        return new(Long(parts[0]), int.Parse(parts[1], CultureInfo.InvariantCulture), Long(parts[2]));
    }

    private static long Long(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
