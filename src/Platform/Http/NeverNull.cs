using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dugout.Platform.Http;

/// <summary>A request member that may be omitted but not null: omitting it means "unchanged", null has no meaning.</summary>
public sealed class NeverNull<T> : JsonConverter<T>
{
    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Null ? throw new JsonException() : Plain(options).Read(ref reader, typeToConvert, options);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => Plain(options).Write(writer, value, options);

    /// <summary>The converter of the complete options: its error names the member that cannot be read.</summary>
    private static JsonConverter<T> Plain(JsonSerializerOptions options) => (JsonConverter<T>)options.GetConverter(typeof(T));
}
