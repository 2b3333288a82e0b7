using System.Text.Json;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Platform.Persistence;

/// <summary>Names columns after their properties in snake case: <c>SaleOpensAt</c> is <c>sale_opens_at</c>.</summary>
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
