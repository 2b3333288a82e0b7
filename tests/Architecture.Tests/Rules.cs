using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Dugout.Architecture.Tests;

/// <summary>The rules of who may depend on whom, each a pure function from a checkout to the places that break it.</summary>
internal static partial class Rules
{
    private const string Features = "src/Features";
    private const string Platform = "src/Platform";

    /// <summary>The drill of backup and restore buys as clients do and checks the rules of the sale; it shares both with the load lab, as libraries.</summary>
    private const string ChecksOfTheDrill = "src/Backup/Backup.csproj refers to ../../load/Checks/Checks.csproj";

    /// <summary>Its keys are of tables that only the seed filled before it.</summary>
    private static readonly string[] ExpandedBeforeAnybodyWrote = [$"{Features}/Catalog/Schema/002_games_made_by_operators.sql"];

    /// <summary>The platform refers to no slice and to no host.</summary>
    public static IEnumerable<string> ThePlatformKnowsNoSlice(Sources sources) =>
        sources.Under(Platform).Where(file => file.Value.Contains("Dugout.Features", StringComparison.Ordinal)).Select(file => $"{file.Key} refers to a slice")
            .Concat(References(sources, $"{Platform}/Platform.csproj", "ProjectReference").Select(path => $"Platform.csproj refers to {path}"));

    /// <summary>A slice uses only the queries and the errors of another slice, and the ranking source that it implements.</summary>
    public static IEnumerable<string> SlicesMeetOnlyInQueries(Sources sources) =>
        from slice in Slices(sources)
        from other in Slices(sources)
        where other != slice
        from file in sources.Under($"{Features}/{slice}")
        where file.Value.Contains($"Dugout.Features.{other}", StringComparison.Ordinal)
        from type in sources.Under($"{Features}/{other}").SelectMany(source => TopLevelType().Matches(source.Value).Select(match => match.Groups["name"].Value))
        where !type.EndsWith("Queries", StringComparison.Ordinal) && !type.EndsWith("Problems", StringComparison.Ordinal) && !InterfaceName().IsMatch(type) && Regex.IsMatch(Comment().Replace(file.Value, ""), $@"(?<![.\w]){type}\b")
        select $"{file.Key} uses {other}'s {type}";

    /// <summary>A slice's SQL names no table of another slice.</summary>
    public static IEnumerable<string> SlicesReadTheirOwnTables(Sources sources) =>
        from slice in Slices(sources)
        from other in Slices(sources)
        where other != slice
        from file in sources.Under($"{Features}/{slice}")
        from script in sources.Under($"{Features}/{other}", ".sql")
        from table in CreatedTable().Matches(script.Value).Select(match => match.Groups["name"].Value)
        where Regex.IsMatch(file.Value, $@"\b(FROM|JOIN|INTO|UPDATE)\s+{table}\b")
        select $"{file.Key} reads {other}'s table {table}";

    /// <summary>The product knows no host, no gateway, no orchestrator, no load lab.</summary>
    public static IEnumerable<string> FeaturesKnowNoHost(Sources sources) =>
        Forbidden(sources, $"{Features}/Features.csproj", "Api", "Worker", "Migrator", "Gateway", "Yarp", "Aspire", "NBomber", "Load", "Web");

    /// <summary>What all hosts have in common knows nothing of ours.</summary>
    public static IEnumerable<string> ServiceDefaultsStandAlone(Sources sources) =>
        References(sources, "src/ServiceDefaults/ServiceDefaults.csproj", "ProjectReference").Select(path => $"ServiceDefaults refers to {path}");

    /// <summary>The gateway opens no database and knows nothing of the product. From Redis it hears when cached responses are out of date.</summary>
    public static IEnumerable<string> TheGatewayOpensNoDatabase(Sources sources) =>
        Forbidden(sources, "src/Gateway/Gateway.csproj", "MySqlConnector", "Pomelo", "EntityFrameworkCore", "Features", "Platform.csproj");

    /// <summary>The load lab knows addresses, JSON and tables, but none of our programs; for experiments it starts a system by its AppHost, with faults of which it knows the names.</summary>
    public static IEnumerable<string> TheLoadLabStandsOutside(Sources sources) =>
        from project in sources.Under("load", ".csproj")
        from reference in XDocument.Parse(project.Value).Descendants("ProjectReference")
        let path = reference.Attribute("Include")!.Value
        where !IsBelow("load", project.Key, path) && path != "../AppHost/AppHost.csproj" && (path != "../tests/Faults/Faults.csproj" || reference.Attribute("ReferenceOutputAssembly")?.Value != "false")
        select $"{project.Key} refers to {path}";

    private static bool IsBelow(string folder, string project, string reference) =>
        Path.GetRelativePath($"/{folder}", Path.GetFullPath(reference, $"/{Path.GetDirectoryName(project)}")) is var path && !path.StartsWith("..", StringComparison.Ordinal);

    /// <summary>The picture of the system mentions no mode, no port and no path.</summary>
    public static IEnumerable<string> TheAppHostIsAPicture(Sources sources) =>
        from line in sources.Files["AppHost/AppHost.cs"].Split('\n')
        where !line.TrimStart().StartsWith("//", StringComparison.Ordinal) && ModePortOrPath().IsMatch(line)
        select $"AppHost.cs: {line.Trim()}";

    /// <summary>The AppHost compiles against none of the services' types: with Aspire's SDK it would against a project that isn't one of its resources.</summary>
    public static IEnumerable<string> TheAppHostSeesNoServiceTypes(Sources sources) =>
        from reference in XDocument.Parse(sources.Files["AppHost/AppHost.csproj"]).Descendants("ProjectReference")
        where reference.Attribute("Include")!.Value.Contains("src/", StringComparison.Ordinal)
            && reference.Attribute("IsAspireProjectResource")?.Value == "false" && reference.Attribute("ReferenceOutputAssembly")?.Value != "false"
        select $"AppHost.csproj compiles against {reference.Attribute("Include")!.Value}";

    /// <summary>Only DatabaseErrors reads a MySQL error number.</summary>
    public static IEnumerable<string> OneFileReadsErrorNumbers(Sources sources) =>
        from file in Product(sources)
        where !file.Key.EndsWith("/DatabaseErrors.cs", StringComparison.Ordinal) && ErrorNumber().IsMatch(file.Value)
        select $"{file.Key} reads a MySQL error number";

    /// <summary>A Redis key stands only in a file of keys.</summary>
    public static IEnumerable<string> RedisKeysStandInFilesOfKeys(Sources sources) =>
        from file in Product(sources)
        where !file.Key.EndsWith("RedisKeys.cs", StringComparison.Ordinal) && file.Value.Contains("\"dugout:", StringComparison.Ordinal)
        select $"{file.Key} writes a Redis key";

    /// <summary>Redis is read from masters only: without a flag the client reads a replica, which may lack the last writes, while a master is unavailable. Scripts run through the one method that has it.</summary>
    public static IEnumerable<string> RedisIsReadFromMasters(Sources sources) =>
        from file in Product(sources)
        from call in RedisRead().Matches(file.Value)
        let end = file.Value.IndexOf(';', call.Index)
        where !file.Value[call.Index..(end < 0 ? file.Value.Length : end)].Contains("CommandFlags.DemandMaster", StringComparison.Ordinal)
        select $"{file.Key} reads Redis by {call.Value.TrimEnd('(')} without CommandFlags.DemandMaster";

    /// <summary>Every transaction says its isolation: left out, the driver asks for REPEATABLE READ, which oversells, and locks gaps that are other tests'. A dump's snapshot writes nothing.</summary>
    public static IEnumerable<string> TransactionsAreReadCommitted(Sources sources) =>
        from file in Product(sources).Concat(sources.Under("tests").Where(file => !file.Key.StartsWith("tests/Architecture.Tests/", StringComparison.Ordinal)))
        from call in BeginTransaction().Matches(file.Value)
        where !call.Groups["arguments"].Value.StartsWith("IsolationLevel.ReadCommitted", StringComparison.Ordinal)
            && !file.Value[..call.Index].EndsWith("SET TRANSACTION ISOLATION LEVEL READ COMMITTED; ", StringComparison.Ordinal)
            // A statement of a test has the server's level, which is this one.
            && !(file.Key.StartsWith("tests/", StringComparison.Ordinal) && !call.Value.StartsWith("BeginTransaction", StringComparison.Ordinal))
        select $"{file.Key}: {call.Value}";

    /// <summary>Connections are opened in one place, which keeps the caller's cancellation from the driver: it would answer one with a connection more.</summary>
    public static IEnumerable<string> OneFileOpensConnections(Sources sources) =>
        from file in sources.Under(Features).Concat(sources.Under(Platform))
        where !file.Key.EndsWith("/Persistence/LeasedConnection.cs", StringComparison.Ordinal) && Opening().IsMatch(file.Value)
        select $"{file.Key} opens a connection";

    /// <summary>A connection that isn't reset is only asked: whatever is left on it, the next caller would find.</summary>
    public static IEnumerable<string> ConnectionsThatAreNotResetAreOnlyAsked(Sources sources) =>
        from file in Product(sources)
        where file.Value.Contains("databases.QueryPrimaryAsync(", StringComparison.Ordinal) || file.Value.Contains(".GetDbConnection()", StringComparison.Ordinal)
        from change in Change().Matches(file.Value)
        select $"{file.Key}: {change.Value}";

    /// <summary>The read context only reads: its connections aren't reset, and may be a replica's.</summary>
    public static IEnumerable<string> TheReadContextOnlyReads(Sources sources) =>
        from file in Product(sources)
        where file.Value.Contains("ReadContext", StringComparison.Ordinal) || file.Value.Contains("reads.Query", StringComparison.Ordinal)
        from change in LinqChange().Matches(file.Value)
        select $"{file.Key}: {change.Value}";

    /// <summary>What is measured is seen: every meter of ours is among those that are sent.</summary>
    public static IEnumerable<string> EveryMeterIsSent(Sources sources) =>
        from file in Product(sources)
        from meter in OwnMeter().Matches(file.Value).Select(match => match.Groups["name"].Value)
        where !sources.Files["src/ServiceDefaults/Telemetry.cs"].Contains($"\"{meter}\"", StringComparison.Ordinal)
        select $"{file.Key}: the meter {meter} is not exported";

    /// <summary>A script that meets a running system only adds: what the build before it writes and reads stays right until that build is gone. A renamed table leaves a view with its old name.</summary>
    public static IEnumerable<string> LaterScriptsOnlyExpand(Sources sources) =>
        from script in sources.Under(Features, ".sql").Concat(sources.Under(Platform, ".sql"))
        where LaterScript().IsMatch(script.Key) && !ExpandedBeforeAnybodyWrote.Contains(script.Key)
        from change in Contraction().Matches(RenameBehindAView().Replace(Remark().Replace(script.Value, ""), ""))
        select $"{script.Key}: {change.Value.ReplaceLineEndings(" ")}";

    /// <summary>Columns hold exact values: a dump writes them as text, and refuses what text can't keep.</summary>
    public static IEnumerable<string> ColumnsAreExact(Sources sources) =>
        from script in sources.Under(Features, ".sql").Concat(sources.Under(Platform, ".sql"))
        from type in InexactType().Matches(Remark().Replace(script.Value, ""))
        select $"{script.Key}: {type.Value}";

    /// <summary>Statements name the columns they mean, so one that is added later changes none of them.</summary>
    public static IEnumerable<string> StatementsNameTheirColumns(Sources sources) =>
        from file in Product(sources)
        from statement in AllColumns().Matches(file.Value)
        select $"{file.Key}: {statement.Value}";

    /// <summary>What ships refers to no test and no load package, but for the drill's checks.</summary>
    public static IEnumerable<string> WhatShipsHoldsNoTests(Sources sources) =>
        sources.Under("src", ".csproj").SelectMany(project => Forbidden(sources, project.Key, "xunit", "FsCheck", "Mvc.Testing", "Playwright", "BenchmarkDotNet", "NBomber", "tests/", "load/"))
            .Where(reference => reference != ChecksOfTheDrill);

    /// <summary>What ships holds no way to be wrong on purpose: those are in tests/Faults.</summary>
    public static IEnumerable<string> TheProductHoldsNoFaults(Sources sources) =>
        from file in Product(sources)
        from line in FaultInjection().Matches(file.Value)
        select $"{file.Key}: {line.Value}";

    /// <summary>Stand-ins refer to nothing of the product.</summary>
    public static IEnumerable<string> StandInsStandAlone(Sources sources) =>
        sources.Under("src/StandIns", ".csproj").SelectMany(project =>
            References(sources, project.Key, "ProjectReference").Select(path => $"{project.Key} refers to {path}"));

    /// <summary>Files stay as short as their kind may be.</summary>
    public static IEnumerable<string> FilesKeepTheirBudget(Sources sources) =>
        from file in sources.Files
        let lines = file.Value.AsSpan().Count('\n')
        let budget = Budget(file.Key)
        where lines > budget
        select $"{file.Key} has {lines} lines, its budget is {budget}";

    /// <summary>NBomber is the only package that something of ours stands in for.</summary>
    public static IEnumerable<string> OnlyNBomberHasAStandIn(Sources sources) =>
        from file in sources.Under("src/StandIns")
        where !file.Key.StartsWith("src/StandIns/NBomber/", StringComparison.Ordinal) && !file.Key.EndsWith(".props", StringComparison.Ordinal)
        select $"{file.Key} is not part of the stand-in for NBomber";

    /// <summary>The stand-in stays small; comments count.</summary>
    public static IEnumerable<string> TheStandInKeepsItsBudget(Sources sources)
    {
        const int budget = 2_000;
        var lines = sources.Under("src/StandIns").Sum(file => file.Value.AsSpan().Count('\n'));
        return lines > budget ? [$"The stand-in for NBomber has {lines} lines, its budget is {budget}"] : [];
    }

    private static int Budget(string path) => path switch
    {
        _ when path.EndsWith("/Program.cs", StringComparison.Ordinal) => 40,
        _ when path.EndsWith("Slice.cs", StringComparison.Ordinal) && path.StartsWith(Features, StringComparison.Ordinal) => 80,
        $"{Features}/AllFeatures.cs" => 80,
        _ when IsProduct(path) && path.EndsWith("Options.cs", StringComparison.Ordinal) => 50,
        _ when IsProduct(path) => 200,
        _ => int.MaxValue,
    };

    private static bool IsProduct(string path) => path.StartsWith(Features, StringComparison.Ordinal) || path.StartsWith(Platform, StringComparison.Ordinal);

    private static IEnumerable<string> Slices(Sources sources) => sources.Under(Features)
        .Select(file => file.Key.Split('/')).Where(parts => parts.Length > 3).Select(parts => parts[2]).Distinct();

    private static IEnumerable<KeyValuePair<string, string>> Product(Sources sources) =>
        sources.Under("src").Where(file => !file.Key.StartsWith("src/StandIns/", StringComparison.Ordinal));

    private static IEnumerable<string> Forbidden(Sources sources, string project, params string[] names) =>
        from reference in References(sources, project, "ProjectReference").Concat(References(sources, project, "PackageReference"))
        from name in names
        where reference.Contains(name, StringComparison.OrdinalIgnoreCase) && !reference.EndsWith("Microsoft.AspNetCore.OpenApi", StringComparison.Ordinal)
        select $"{project} refers to {reference}";

    private static IEnumerable<string> References(Sources sources, string project, string kind) =>
        XDocument.Parse(sources.Files[project]).Descendants(kind)
            .SelectMany(reference => reference.Attribute("Include")!.Value.Split(';', StringSplitOptions.TrimEntries));
}
