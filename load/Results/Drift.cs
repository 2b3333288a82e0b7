using System.Globalization;

namespace Dugout.Load.Results;

/// <summary>Whether trials were measured on the same data, by the row counts of the main tables before the load. Pure functions of these counts.</summary>
internal static class Drift
{
    /// <summary>The difference, in a sentence; null where there is none, or where one of the two was never counted.</summary>
    /// <param name="first">Rows by table before the first trial on a volume.</param>
    /// <param name="now">Rows by table before another trial on it.</param>
    public static string? Of(IReadOnlyDictionary<string, long> first, IReadOnlyDictionary<string, long> now) =>
        Unlike(first, now) is { } unlike ? $"the data differ from those of the first trial on this volume: {unlike}" : null;

    /// <summary>The tables that differ, with both counts; null as above.</summary>
    public static string? Unlike(IReadOnlyDictionary<string, long> first, IReadOnlyDictionary<string, long> now)
    {
        if (first.Count == 0 || now.Count == 0) return null;
        string[] unlike = [.. first.Keys.Union(now.Keys).Where(table => Rows(first, table) != Rows(now, table)).Order(StringComparer.Ordinal)
            .Select(table => string.Create(CultureInfo.InvariantCulture, $"{table} has {Rows(now, table):#,0} rows and had {Rows(first, table):#,0}"))];
        return unlike.Length == 0 ? null : string.Join(", ", unlike);
    }

    /// <summary>The counts in words, without empty tables.</summary>
    public static string InWords(IReadOnlyDictionary<string, long> rows) =>
        string.Join(", ", rows.Where(one => one.Value > 0).Select(one => string.Create(CultureInfo.InvariantCulture, $"{one.Key} {one.Value:#,0}")));

    private static long Rows(IReadOnlyDictionary<string, long> rows, string table) => rows.GetValueOrDefault(table);
}
