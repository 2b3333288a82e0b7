using System.Text.RegularExpressions;

namespace Dugout.Features.Tests.Platform;

/// <summary>What may outlive a statement in its session, unless the connection is reset: a transaction, a variable, a temporary table, a lock, a database.</summary>
internal static partial class SessionState
{
    /// <summary>Whether a statement may leave something: all but a SELECT, with nothing in it that locks or assigns, and the driver's own test of a connection.</summary>
    public static bool IsLeftBy(string statement) => !Select().IsMatch(statement) || LocksOrAssigns().IsMatch(statement);

    [GeneratedRegex(@"^(?:SELECT\b|WITH\b|DO 0$)", RegexOptions.IgnoreCase)]
    private static partial Regex Select();

    [GeneratedRegex(@":=|\bINTO\b|\bFOR (?:UPDATE|SHARE)\b|\bLOCK IN SHARE MODE\b|_LOCKS?\(", RegexOptions.IgnoreCase)]
    private static partial Regex LocksOrAssigns();
}
