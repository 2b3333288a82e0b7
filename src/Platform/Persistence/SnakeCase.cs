using System.Text.Json;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Platform.Persistence;

/// <summary>Columns are named like their properties, in the database's own spelling: <c>SaleOpensAt</c> is <c>sale_opens_at</c>.</summary>
internal static class SnakeCase
{
    public static EntityTypeBuilder<T> HasSnakeCaseColumns<T>(this EntityTypeBuilder<T> builder)
        where T : class
    {
        foreach (var property in builder.Metadata.GetProperties())
            property.SetColumnName(JsonNamingPolicy.SnakeCaseLower.ConvertName(property.Name));
        return builder;
    }
}
