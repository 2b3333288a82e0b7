using Xunit;

namespace Dugout.Architecture.Tests;

/// <summary>Each rule holds in this checkout, and each is seen to fail where something is planted against it.</summary>
public sealed class RulesTests
{
    private sealed record Case(Func<Sources, IEnumerable<string>> Rule, string PlantedPath, string PlantedText);

    private static readonly Dictionary<string, Case> Cases = new()
    {
        ["The platform knows no slice"] = new(
            Rules.ThePlatformKnowsNoSlice, "src/Platform/Http/Planted.cs", "using Dugout.Features.Seats;"),
        ["The platform refers to no project"] = new(
            Rules.ThePlatformKnowsNoSlice, "src/Platform/Platform.csproj", Project("""<ProjectReference Include="../Features/Features.csproj" />""")),
        ["Slices meet only in queries"] = new(
            Rules.SlicesMeetOnlyInQueries, "src/Features/Seats/Planted.cs", "using Dugout.Features.Catalog;\nclass X { Game game; }"),
        ["Slices read their own tables"] = new(
            Rules.SlicesReadTheirOwnTables, "src/Features/Seats/Planted.cs", "\"SELECT id FROM games\""),
        ["The product knows no host"] = new(
            Rules.FeaturesKnowNoHost, "src/Features/Features.csproj", Project("""<PackageReference Include="Yarp.ReverseProxy" />""")),
        ["Service defaults stand alone"] = new(
            Rules.ServiceDefaultsStandAlone, "src/ServiceDefaults/ServiceDefaults.csproj", Project("""<ProjectReference Include="../Features/Features.csproj" />""")),
        ["The gateway opens no database"] = new(
            Rules.TheGatewayOpensNoDatabase, "src/Gateway/Gateway.csproj", Project("""<PackageReference Include="MySqlConnector" />""")),
        ["The load lab stands outside"] = new(
            Rules.TheLoadLabStandsOutside, "load/Load.csproj", Project("""<ProjectReference Include="../src/Features/Features.csproj" />""")),
        ["The AppHost is a picture"] = new(
            Rules.TheAppHostIsAPicture, "AppHost/AppHost.cs", "builder.AddProject(name, path).WithHttpEndpoint(8080);"),
        ["The AppHost sees no service types"] = new(
            Rules.TheAppHostSeesNoServiceTypes, "AppHost/AppHost.csproj", Project("""<ProjectReference Include="../src/Api/Api.csproj" IsAspireProjectResource="false" />""")),
        ["One file reads error numbers"] = new(
            Rules.OneFileReadsErrorNumbers, "src/Features/Seats/Planted.cs", "catch (MySqlException error) when (error.Number == 1062)"),
        ["Redis keys stand in files of keys"] = new(
            Rules.RedisKeysStandInFilesOfKeys, "src/Features/Seats/Planted.cs", "RedisKey key = \"dugout:planted\";"),
        ["Redis is read from masters"] = new(
            Rules.RedisIsReadFromMasters, "src/Features/Seats/Planted.cs", "await database.HashGetAsync(key, \"place\"); other(CommandFlags.DemandMaster);"),
        ["Transactions are read committed"] = new(
            Rules.TransactionsAreReadCommitted, "src/Features/Seats/Planted.cs", "connection.BeginTransactionAsync(cancellation)"),
        ["One file opens connections"] = new(
            Rules.OneFileOpensConnections, "src/Features/Seats/Planted.cs", "await using var connection = new MySqlConnection(databases.Primary);"),
        ["Connections that are not reset are only asked"] = new(
            Rules.ConnectionsThatAreNotResetAreOnlyAsked, "src/Features/Seats/Planted.cs", "databases.QueryPrimaryAsync(question, cancellation); \"UPDATE seats SET held = 1\""),
        ["The read context only reads"] = new(
            Rules.TheReadContextOnlyReads, "src/Features/Seats/Planted.cs", "reads.QueryPrimaryAsync(database => database.Set<SeatClaimRow>().ExecuteDeleteAsync(), cancellation)"),
        ["Every meter is sent"] = new(
            Rules.EveryMeterIsSent, "src/Features/Seats/Planted.cs", "private readonly Meter _meter = new(\"Dugout.Seats\");"),
        ["Later scripts only expand"] = new(
            Rules.LaterScriptsOnlyExpand, "src/Features/Seats/Schema/099_planted.sql", "-- Adds.\nALTER TABLE seat_claims\n    ADD COLUMN planted INT NOT NULL;\n"),
        ["Later scripts drop nothing"] = new(
            Rules.LaterScriptsOnlyExpand, "src/Features/Seats/Schema/099_planted.sql", "ALTER TABLE seat_claims DROP COLUMN number;\n"),
        ["A renamed table leaves a view"] = new(
            Rules.LaterScriptsOnlyExpand, "src/Features/Seats/Schema/099_planted.sql", "RENAME TABLE seat_claims TO planted;\n"),
        ["Columns are exact"] = new(
            Rules.ColumnsAreExact, "src/Features/Seats/Schema/099_planted.sql", "CREATE TABLE planted (\n    rate DOUBLE NOT NULL\n);\n"),
        ["Statements name their columns"] = new(
            Rules.StatementsNameTheirColumns, "src/Features/Seats/Planted.cs", "\"SELECT * FROM seat_claims\""),
        ["What ships holds no tests"] = new(
            Rules.WhatShipsHoldsNoTests, "src/Api/Api.csproj", Project("""<PackageReference Include="xunit.v3" />""")),
        ["What ships generates no load"] = new(
            Rules.WhatShipsHoldsNoTests, "src/Backup/Backup.csproj", Project("""<ProjectReference Include="../../load/Load.csproj" />""")),
        ["The product holds no faults"] = new(
            Rules.TheProductHoldsNoFaults, "src/Features/Seats/Planted.cs", "if (Fault.Is(\"planted\")) return;"),
        ["Stand-ins stand alone"] = new(
            Rules.StandInsStandAlone, "src/StandIns/NBomber/NBomber.csproj", Project("""<ProjectReference Include="../../Features/Features.csproj" />""")),
        ["Files keep their budget"] = new(
            Rules.FilesKeepTheirBudget, "src/Api/Program.cs", new string('\n', 41)),
        ["Only NBomber has a stand-in"] = new(
            Rules.OnlyNBomberHasAStandIn, "src/StandIns/Dapper/Planted.cs", "class Planted;\n"),
        ["The stand-in keeps its budget"] = new(
            Rules.TheStandInKeepsItsBudget, "src/StandIns/NBomber/Planted.cs", new string('\n', 2_001)),
    };

    public static TheoryData<string> Names { get; } = [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void The_rule_holds(string rule) => Assert.Empty(Cases[rule].Rule(Sources.Real));

    [Theory]
    [MemberData(nameof(Names))]
    public void The_rule_is_seen_to_fail(string rule) =>
        Assert.NotEmpty(Cases[rule].Rule(Sources.Planted(Cases[rule].PlantedPath, Cases[rule].PlantedText)));

    private static string Project(string item) => $"<Project><ItemGroup>{item}</ItemGroup></Project>";
}
