using System.ComponentModel.DataAnnotations;

namespace Dugout.Gateway;

/// <summary>
/// Load balancing, and the gateway's limits for clients. Section <c>Gateway</c>. Addresses, health probes and time-outs of replicas
/// are in YARP's own section, <c>ReverseProxy</c>.
/// </summary>
internal sealed class GatewayOptions
{
    /// <summary>Initial load-balancing policy: a name of <see cref="Balancing.ChosenPolicy.Names"/>.</summary>
    public string Policy { get; set; } = "RoundRobin";

    /// <summary>Maximum number of client connections; further ones are closed at once. Default 20,000, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int Connections { get; set; } = 20_000;

    /// <summary>Maximum size of all headers of a request, in bytes; more is 431. Default 16,384, range 1,024 to 1,048,576.</summary>
    [Range(1_024, 1_048_576)]
    public int HeaderBytes { get; set; } = 16_384;

    /// <summary>Maximum number of headers of a request; more is 431. Default 64, range 16 to 1,000.</summary>
    [Range(16, 1_000)]
    public int Headers { get; set; } = 64;

    /// <summary>Maximum length of a request line, in bytes; more is 414. Default 8,192, range 256 to 65,536.</summary>
    [Range(256, 65_536)]
    public int LineBytes { get; set; } = 8_192;

    /// <summary>Time limit for receiving request line and headers, in seconds; then it is 408. Default 10, range 1 to 60.</summary>
    [Range(1, 60)]
    public int HeaderSeconds { get; set; } = 10;

    /// <summary>Maximum idle time of a connection between requests, in seconds. Default 130, longer than clients keep one; range 5 to 600.</summary>
    [Range(5, 600)]
    public int IdleSeconds { get; set; } = 130;

    /// <summary>
    /// Minimum rate at which a body must arrive and a response be read, in bytes a second. Default 240, range 1 to 1,000,000. A response that is not read at all ends by the cluster's
    /// <c>ActivityTimeout</c>, which is shorter.
    /// </summary>
    [Range(1, 1_000_000)]
    public int BytesPerSecond { get; set; } = 240;

    /// <summary>Grace period for a lower rate, in seconds. Default 5, range 2 to 60.</summary>
    [Range(2, 60)]
    public int GraceSeconds { get; set; } = 5;
}
