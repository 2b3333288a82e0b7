using System.Text.Json;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Platform.Persistence;

/// <summary>What the mappings of all tables have in common.</summary>
internal static class Columns
{
    /// <summary>Names columns after their properties in snake case: <c>SaleOpensAt</c> is <c>sale_opens_at</c>.</summary>
    public static EntityTypeBuilder<T> HasSnakeCaseColumns<T>(this EntityTypeBuilder<T> builder)
        where T : class
    {
        foreach (var property in builder.Metadata.GetProperties())
            property.SetColumnName(JsonNamingPolicy.SnakeCaseLower.ConvertName(property.Name));
        return builder;
    }

    /// <summary>A text of ASCII characters that is compared byte by byte.</summary>
    public static PropertyBuilder<T> IsAscii<T>(this PropertyBuilder<T> column, int maxLength) =>
        column.HasMaxLength(maxLength).HasCharSet("ascii").UseCollation("ascii_bin");
}
