using System.ComponentModel.DataAnnotations;

namespace Dugout.Gateway;

/// <summary>
/// How requests are spread, and what a client may ask of the door at most. Section <c>Gateway</c>. Where replicas are, how they are watched and how long one
/// may take is YARP's own section, <c>ReverseProxy</c>.
/// </summary>
internal sealed class GatewayOptions
{
    /// <summary>Which replica a request goes to, until it is switched: a name of <see cref="Balancing.ChosenPolicy.Names"/>.</summary>
    public string Policy { get; set; } = "RoundRobin";

    /// <summary>Connections of clients at once; whoever comes on top is closed at once. Default 20,000, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int Connections { get; set; } = 20_000;

    /// <summary>All headers of a request together, in bytes; more is 431. Default 16,384, range 1,024 to 1,048,576.</summary>
    [Range(1_024, 1_048_576)]
    public int HeaderBytes { get; set; } = 16_384;

    /// <summary>Headers of a request; more is 431. Default 64, range 16 to 1,000.</summary>
    [Range(16, 1_000)]
    public int Headers { get; set; } = 64;

    /// <summary>The first line of a request, in bytes; more is 414. Default 8,192, range 256 to 65,536.</summary>
    [Range(256, 65_536)]
    public int LineBytes { get; set; } = 8_192;

    /// <summary>How long the first line and the headers may take to come, in seconds; then it is 408. Default 10, range 1 to 60.</summary>
    [Range(1, 60)]
    public int HeaderSeconds { get; set; } = 10;

    /// <summary>How long a connection may be idle between requests, in seconds. Default 130, longer than clients keep one; range 5 to 600.</summary>
    [Range(5, 600)]
    public int IdleSeconds { get; set; } = 130;

    /// <summary>
    /// How fast a body has to come and an answer to be read, in bytes a second. Default 240, range 1 to 1,000,000. An answer that nobody reads at all ends by the cluster's
    /// <c>ActivityTimeout</c>, which is sooner.
    /// </summary>
    [Range(1, 1_000_000)]
    public int BytesPerSecond { get; set; } = 240;

    /// <summary>For how long it may be slower than that, in seconds. Default 5, range 2 to 60.</summary>
    [Range(2, 60)]
    public int GraceSeconds { get; set; } = 5;
}
