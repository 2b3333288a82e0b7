using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Exits;

namespace Dugout.Load.FaultRounds;

/// <summary>The rounds of a campaign, in the order they ended: a file that only grows, with one JSON object per line, so that a campaign continues where it stopped.</summary>
/// <param name="file">The file.</param>
internal sealed class CampaignRecord(string file)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

    /// <summary>Every round; none where there is no file yet.</summary>
    /// <exception cref="UsageException">A line cannot be read.</exception>
    public async Task<IReadOnlyList<FaultRound>> ReadAsync()
    {
        if (!File.Exists(file)) return [];
        List<FaultRound> rounds = [];
        foreach (var (index, line) in (await File.ReadAllLinesAsync(file)).Index())
        {
            try
            {
                rounds.Add(JsonSerializer.Deserialize<FaultRound>(line, Json) ?? throw new JsonException());
            }
            catch (JsonException)
            {
                throw new UsageException($"line {index + 1} of {file} is not a round of a campaign");
            }
        }

        return rounds;
    }

    /// <summary>Appends a round.</summary>
    /// <exception cref="NoSystemException">It cannot be written.</exception>
    public async Task AddAsync(FaultRound round)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
            await File.AppendAllLinesAsync(file, [JsonSerializer.Serialize(round, Json)]);
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            throw new NoSystemException($"the round cannot be written to {file}: {full.Message}");
        }
    }
}
