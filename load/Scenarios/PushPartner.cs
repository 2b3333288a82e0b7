using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Running;

namespace Dugout.Load.Scenarios;

/// <summary>The push partner's simulator, beside the shop: sets its behaviour and reads the pushes it accepted. Only this machine may send requests to it.</summary>
internal sealed class PushPartner : IDisposable
{
    private const string Process = "partners";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
    private readonly Uri? _address;

    /// <summary>Reads the simulator's address.</summary>
    public PushPartner(AppHostFile system) => _address = system.Resources?.GetValueOrDefault(Process)?.Url;

    /// <summary>Sets its delay before each response to a message or an access token request, and resets its other behaviour to normal.</summary>
    /// <param name="milliseconds">The delay in milliseconds; 0 for none.</param>
    /// <exception cref="NoSystemException">There is no simulator, or it rejected the request.</exception>
    public async Task SetDelayAsync(int milliseconds)
    {
        if (_address is null) throw new NoSystemException($"the system has no {Process} to push notices");
        try
        {
            using var response = await _http.PutAsJsonAsync(new Uri(_address, "control/push"), new { latencyMilliseconds = milliseconds, tokenMilliseconds = milliseconds });
            if (!response.IsSuccessStatusCode) throw new NoSystemException($"{Process} did not accept the push delay: {(int)response.StatusCode}");
        }
        catch (Exception silent) when (silent is HttpRequestException or OperationCanceledException)
        {
            throw new NoSystemException($"{Process} did not accept the push delay: {silent.Message}");
        }
    }

    /// <summary>The number of distinct pushes it has accepted for each device, by the device's token; null where there is no such partner.</summary>
    public async Task<IReadOnlyDictionary<string, int>?> PushedAsync()
    {
        if (_address is null) return null;
        try
        {
            var pushed = await _http.GetFromJsonAsync<IReadOnlyList<PushedMessage>>(new Uri(_address, "control/push/book"));
            return (pushed ?? []).Select(line => line.DeviceToken).OfType<string>().GroupBy(token => token, StringComparer.Ordinal)
                .ToDictionary(device => device.Key, device => device.Count(), StringComparer.Ordinal);
        }
        catch (Exception silent) when (silent is HttpRequestException or OperationCanceledException or JsonException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    /// <summary>A push in its record: one line per key, however often it was sent.</summary>
    private sealed record PushedMessage(string? DeviceToken);
}
