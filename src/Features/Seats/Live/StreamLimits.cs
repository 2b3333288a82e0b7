using Microsoft.Extensions.Options;

namespace Dugout.Features.Seats;

/// <summary>Limits the open streams of one replica: of an address, of an account and in total.</summary>
internal sealed class StreamLimits(IOptions<SeatStreamsOptions> options)
{
    private const string Everybody = "";

    private readonly Lock _lock = new();
    private readonly Dictionary<string, int> _open = new(StringComparer.Ordinal);

    /// <summary>Counts a stream, unless one of its limits is reached.</summary>
    /// <param name="address">The client's address.</param>
    /// <param name="account">The signed-in account; null if there is none.</param>
    /// <returns>Undoes the count once; null if a limit is reached.</returns>
    public Action? TryEnter(string address, string? account)
    {
        var limits = options.Value;
        List<(string Name, int Most)> counted = [(Everybody, limits.Most), ($"address {address}", limits.MostPerAddress)];
        if (account is not null)
            counted.Add(($"account {account}", limits.MostPerAccount));
        lock (_lock)
        {
            if (counted.Exists(limit => _open.GetValueOrDefault(limit.Name) >= limit.Most))
                return null;
            foreach (var (name, _) in counted)
                _open[name] = _open.GetValueOrDefault(name) + 1;
        }

        return () => Leave(counted.ConvertAll(limit => limit.Name));
    }

    private void Leave(List<string> names)
    {
        lock (_lock)
        {
            foreach (var name in names)
            {
                if (--_open[name] == 0)
                    _open.Remove(name);
            }
        }
    }
}
