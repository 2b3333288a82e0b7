using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dugout.Platform.Http;

/// <summary>A member of a request that may be left out, but not be null: leaving it out says "as it is", null would say nothing.</summary>
internal sealed class NeverNull<T> : JsonConverter<T>
{
    public override bool HandleNull => true;

    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Null ? throw new JsonException() : Plain(options).Read(ref reader, typeToConvert, options);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => Plain(options).Write(writer, value, options);

    /// <summary>Asked as part of the whole, it names the member that can't be read.</summary>
    private static JsonConverter<T> Plain(JsonSerializerOptions options) => (JsonConverter<T>)options.GetConverter(typeof(T));
}
