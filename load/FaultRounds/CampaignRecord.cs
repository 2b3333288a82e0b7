using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.FaultRounds;

/// <summary>The rounds of a campaign, in the order they ended. The file only grows, so a campaign continues where it stopped.</summary>
/// <param name="file">The file.</param>
internal sealed class CampaignRecord(string file)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

    private readonly JsonLines<FaultRound> _lines = new(file, "a round of a campaign", Json);

    /// <summary>Every round; none where there is no file yet.</summary>
    /// <exception cref="UsageException">A line cannot be read.</exception>
    public Task<IReadOnlyList<FaultRound>> ReadAsync() => _lines.ReadAsync();

    /// <summary>Appends a round.</summary>
    /// <exception cref="NoSystemException">It cannot be written.</exception>
    public async Task AddAsync(FaultRound round)
    {
        try
        {
            await _lines.AddAsync([round]);
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            throw new NoSystemException($"the round cannot be written to {file}: {full.Message}");
        }
    }
}
