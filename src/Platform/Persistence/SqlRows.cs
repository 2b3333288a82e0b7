using System.Globalization;
using Dapper;

namespace Dugout.Platform.Persistence;

/// <summary>Lists of varying length in a statement.</summary>
public static class SqlRows
{
    /// <summary>
    /// Returns one row of a <c>VALUES</c> list an item, such as <c>(@gameId, @grade0, @number0), (@gameId, @grade1, @number1)</c>, and adds its values to the parameters.
    /// </summary>
    /// <param name="parameters">The statement's parameters.</param>
    /// <param name="row">A row. Each <c>#</c> stands for the item's index.</param>
    /// <param name="items">The items.</param>
    /// <param name="values">Returns an item's values by parameter name, without the index.</param>
    /// <param name="between">What stands between two rows; another one makes a condition or a <c>CASE</c> of them.</param>
    public static string Rows<T>(this DynamicParameters parameters, string row, IEnumerable<T> items, Func<T, IEnumerable<(string Name, object Value)>> values, string between = ", ")
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(row);
        ArgumentNullException.ThrowIfNull(items);
        ArgumentNullException.ThrowIfNull(values);
        var rows = new List<string>();
        foreach (var (index, item) in items.Index())
        {
            var number = index.ToString(CultureInfo.InvariantCulture);
            foreach (var (name, value) in values(item))
                parameters.Add(name + number, value);
            rows.Add(row.Replace("#", number, StringComparison.Ordinal));
        }

        return string.Join(between, rows);
    }
}
