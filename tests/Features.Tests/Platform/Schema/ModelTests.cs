using Dapper;
using Dugout.Infrastructure.Run;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Schema;

/// <summary>The model describes the tables that the scripts create: all of them, column by column.</summary>
public sealed class ModelTests(Shop shop)
{
    /// <summary>A column, in the model or in the database.</summary>
    /// <param name="Type">Its type without additions of an engine: <c>int(11)</c> in MariaDB, <c>int</c> in MySQL.</param>
    /// <param name="Nullable">Whether it may be null.</param>
    /// <param name="Key">Its place in the primary key, from 1; 0 if it is in none.</param>
    /// <param name="Numbered">Whether the server assigns ascending numbers.</param>
    /// <param name="Collation">Its collation; null if it is the schema's.</param>
    private sealed record Column(string Type, bool Nullable, int Key, bool Numbered, string? Collation);

    [Fact]
    public async Task Every_table_is_in_the_model_with_the_same_columns()
    {
        var differences = Differences(Model(), await SchemaAsync());

        Assert.True(differences.Count == 0, string.Join("\n", differences));
    }

    /// <summary>The negative control: what each kind of difference looks like.</summary>
    [Fact]
    public async Task A_table_or_a_column_that_differs_from_the_model_is_named()
    {
        var schema = await SchemaAsync();
        var picks = schema.Keys.Where(name => name.StartsWith("picks.", StringComparison.Ordinal)).ToDictionary(name => name, name => schema[name]);
        var changed = new Dictionary<string, Column>(picks)
        {
            ["picks.note"] = picks["picks.note"] with { Type = "varchar(100)" },
            ["picks.game_id"] = picks["picks.game_id"] with { Nullable = false },
            ["picks.product_id"] = picks["picks.product_id"] with { Key = 1 },
            ["picks.id"] = picks["picks.id"] with { Numbered = false },
            ["picks.picked_at"] = picks["picks.picked_at"] with { Collation = "ascii_bin" },
            ["picks.added"] = new("int", Nullable: false, Key: 0, Numbered: false, Collation: null),
        };

        Assert.Equal(changed.Keys.Order(StringComparer.Ordinal), Differences(picks, changed).Select(text => text.Split(' ')[0]).Order(StringComparer.Ordinal));
        Assert.Equal(changed.Keys.Order(StringComparer.Ordinal), Differences(changed, picks).Select(text => text.Split(' ')[0]).Order(StringComparer.Ordinal));
    }

    private static List<string> Differences(Dictionary<string, Column> model, Dictionary<string, Column> schema) =>
    [
        .. from name in model.Keys.Union(schema.Keys)
           let mapped = model.GetValueOrDefault(name)
           let there = schema.GetValueOrDefault(name)
           where mapped != there
           select $"{name} is {there?.ToString() ?? "missing"} in the database, and {mapped?.ToString() ?? "missing"} in the model.",
    ];

    private Dictionary<string, Column> Model()
    {
        using var context = new SliceTables.Builder(
            new DbContextOptionsBuilder().UseMySql(ServerVersion.AutoDetect(shop.Servers.Primary(DatabaseAccount.App))).Options, typeof(AllFeatures).Assembly);
        return context.GetService<IDesignTimeModel>().Model.GetEntityTypes().Where(entity => entity.GetTableName() is not null)
            .SelectMany(entity => entity.GetProperties(), (entity, property) => (
                Name: $"{entity.GetTableName()}.{property.GetColumnName()}",
                Column: new Column(
                    property.GetColumnType(), property.IsNullable, entity.FindPrimaryKey()!.Properties.ToList().IndexOf(property) + 1,
                    property.ValueGenerated == ValueGenerated.OnAdd && property.IsPrimaryKey(), property.GetCollation())))
            .ToDictionary(found => found.Name, found => found.Column);
    }

    private async Task<Dictionary<string, Column>> SchemaAsync()
    {
        const string Sql = """
            SELECT CONCAT(col.table_name, '.', col.column_name) AS Name,
                   IF(col.column_type LIKE 'tinyint(1)%', 'tinyint(1)', REGEXP_REPLACE(col.column_type, 'int[(][0-9]+[)]', 'int')) AS Type,
                   col.is_nullable = 'YES' AS Nullable, COALESCE(part.ordinal_position, 0) AS Place, col.extra LIKE '%auto_increment%' AS Numbered,
                   NULLIF(col.collation_name, place.default_collation_name) AS Collation
            FROM information_schema.columns col
            JOIN information_schema.tables held ON held.table_schema = col.table_schema AND held.table_name = col.table_name AND held.table_type = 'BASE TABLE'
            JOIN information_schema.schemata place ON place.schema_name = col.table_schema
            LEFT JOIN information_schema.key_column_usage part
              ON part.table_schema = col.table_schema AND part.table_name = col.table_name AND part.column_name = col.column_name AND part.constraint_name = 'PRIMARY'
            WHERE col.table_schema = DATABASE()
            """;
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Migrator));
        var rows = await connection.QueryAsync<(string Name, string Type, bool Nullable, int Place, bool Numbered, string? Collation)>(Sql);
        return rows.ToDictionary(row => row.Name, row => new Column(row.Type, row.Nullable, row.Place, row.Numbered, row.Collation));
    }
}
