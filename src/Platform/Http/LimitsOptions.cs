using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Http;

/// <summary>
/// How long a request may take, and how many a replica works on at once before it turns further ones away. Section <c>Limits</c>.
/// </summary>
/// <remarks>
/// By Little's law a lane that answers <c>r</c> requests a second, each in <c>t</c> seconds, has <c>r × t</c> of them at once: a healthy replica
/// a few, one at its limit a hundred. So the lanes fill only when answers take so long that more of them would help nobody. They are no
/// smaller because the moment a sale opens brings a thousand at once, and each is owed their own answer. Who of those needs the database
/// waits <see cref="DatabaseOptions.ConnectSeconds"/> for a connection, no longer.
/// </remarks>
public sealed class LimitsOptions
{
    /// <summary>
    /// After how long a request is given up, in milliseconds: then it is 503 <c>busy</c>, or a fault if a write was sent and got no answer.
    /// Default 4,000, which a replica that has just started on a busy machine needs; range 100 to 600,000. What is asked of
    /// Redis at last may take that call's deadline longer. The gateway's own patience (its setting <c>ActivityTimeout</c>) has to be longer than that.
    /// </summary>
    [Range(100, 600_000)]
    public int DeadlineMilliseconds { get; set; } = 4_000;

    /// <summary>Whether requests are turned away at all. Default true.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>Reads (GET, HEAD) at once. Default 500, range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int Reads { get; set; } = 500;

    /// <summary>Writes (everything else) at once. Default 1,000, twice the reads, of which people send twice as many: reads give way first. Range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int Writes { get; set; } = 1_000;

    /// <summary>Sign-ins at once; they wait for a turn to check a password, and mustn't fill the writes' lane meanwhile. Default 500, range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int SignIns { get; set; } = 500;

    /// <summary>Pictures at once, on their way in or out: each is in memory meanwhile, with a MiB at most. Default 64, range 1 to 10,000.</summary>
    [Range(1, 10_000)]
    public int Pictures { get; set; } = 64;
}
