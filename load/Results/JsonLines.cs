using System.Text.Json;
using Dugout.Load.Exits;

namespace Dugout.Load.Results;

/// <summary>A file that only grows, with one JSON object per line.</summary>
/// <param name="file">The file.</param>
/// <param name="what">What a line is, for messages: <c>a round of a campaign</c>.</param>
/// <param name="json">How a line is written.</param>
internal sealed class JsonLines<T>(string file, string what, JsonSerializerOptions json)
{
    /// <summary>Every line; none where there is no file yet.</summary>
    /// <exception cref="UsageException">A line cannot be read.</exception>
    public async Task<IReadOnlyList<T>> ReadAsync()
    {
        if (!File.Exists(file)) return [];
        List<T> lines = [];
        foreach (var (index, line) in (await File.ReadAllLinesAsync(file)).Index())
        {
            try
            {
                lines.Add(JsonSerializer.Deserialize<T>(line, json) ?? throw new JsonException());
            }
            catch (JsonException)
            {
                throw new UsageException($"line {index + 1} of {file} is not {what}");
            }
        }

        return lines;
    }

    /// <summary>Appends lines.</summary>
    public Task AddAsync(IEnumerable<T> lines)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        return File.AppendAllLinesAsync(file, lines.Select(line => JsonSerializer.Serialize(line, json)));
    }
}
