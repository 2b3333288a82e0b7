using System.Text.RegularExpressions;

namespace Dugout.Architecture.Tests;

/// <content>The patterns of the rules.</content>
internal static partial class Rules
{
    [GeneratedRegex(@"^(public|internal) .*?\b(class|record struct|record|struct|interface|enum) (?<name>\w+)", RegexOptions.Multiline)]
    private static partial Regex TopLevelType();

    [GeneratedRegex(@"^\s*//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"CREATE TABLE (?<name>\w+)")]
    private static partial Regex CreatedTable();

    [GeneratedRegex(@"\b(external|container|process|mariadb|localhost)\b|\b\d{2,5}\b|\.\./|\bport\b", RegexOptions.IgnoreCase)]
    private static partial Regex ModePortOrPath();

    [GeneratedRegex(@"\.(HashGet|HashGetAll|HashExists|HashLength|StringGet|SortedSetScores?|SortedSetRange\w*|SortedSetLength|KeyExists|KeyTimeToLive|ScriptEvaluate)Async\(")]
    private static partial Regex RedisRead();

    [GeneratedRegex(@"\{ Number: |\berror\.Number\b|\bException\.Number\b|\bex\.Number\b|MySqlErrorCode\.(DuplicateKeyEntry|LockDeadlock|LockWaitTimeout)")]
    private static partial Regex ErrorNumber();

    [GeneratedRegex(@"BeginTransaction|\bExecute(Async)?\(|\b(INSERT|UPDATE|DELETE|REPLACE|SET|START|BEGIN|LOCK|FOR UPDATE|GET_LOCK)\b")]
    private static partial Regex Change();

    [GeneratedRegex(@"\b(?:ExecuteUpdate|ExecuteDelete|SaveChanges)(?:Async)?\(|\bExecuteSql\w*\((?!""DO 0"")")]
    private static partial Regex LinqChange();

    [GeneratedRegex(@"new MySqlConnection\(|MySqlDataSource")]
    private static partial Regex Opening();

    [GeneratedRegex(@"(\bMeter \w+ = new|\bnew Meter|\bmeters\.Create)\(""(?<name>[^""]+)""")]
    private static partial Regex OwnMeter();

    [GeneratedRegex(@"/Schema/(?!001_)\d{3}_")]
    private static partial Regex LaterScript();

    [GeneratedRegex(@"--[^\n]*")]
    private static partial Regex Remark();

    [GeneratedRegex(
        @"\b(DROP|RENAME|CHANGE|TRUNCATE|DELETE\s+FROM)\b|\bADD\s+(UNIQUE|CONSTRAINT|CHECK|FOREIGN|PRIMARY)\b|\bMODIFY\b[^,;]*\bNOT NULL\b|\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Contraction();

    [GeneratedRegex(
        @"CREATE TABLE (?<new>\w+) LIKE (?<old>\w+);\s*CREATE SQL SECURITY INVOKER VIEW (?<view>\w+) AS SELECT [\w, ]+ FROM \k<new>;\s*"
        + @"RENAME TABLE \k<new> TO (?<empty>\w+), \k<old> TO \k<new>, \k<view> TO \k<old>;\s*DROP TABLE \k<empty>;")]
    private static partial Regex RenameBehindAView();

    [GeneratedRegex(@"\b\w+\s+(DOUBLE|FLOAT|REAL|BIT|GEOMETRY)\b", RegexOptions.IgnoreCase)]
    private static partial Regex InexactType();

    [GeneratedRegex(@"\bSELECT (\w+\.)?\*|\bINSERT (IGNORE )?INTO \w+\s+(VALUES|SELECT)\b")]
    private static partial Regex AllColumns();

    [GeneratedRegex(@"\b(SeededBugs|WrongWays|Failpoints?|ExtraWork|InProcessLock|RedisGate|PushPool|FeedOrder|FeedPaging)\b|DUGOUT_FAULT|\bFault\.Is\(|#if DEBUG")]
    private static partial Regex FaultInjection();

    /// <summary>What a slice lets others implement.</summary>
    [GeneratedRegex("^I[A-Z]")]
    private static partial Regex InterfaceName();

    [GeneratedRegex(@"BeginTransaction(Async)?\((?<arguments>[^)]*)\)|START TRANSACTION(?! WITH CONSISTENT SNAPSHOT, READ ONLY)|\bBEGIN;")]
    private static partial Regex BeginTransaction();
}
