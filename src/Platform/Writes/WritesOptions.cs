using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Writes;

/// <summary>How writes of several requests share a transaction. Section <c>Writes</c>.</summary>
public sealed class WritesOptions
{
    /// <summary>Maximum number of writes in one transaction; 1 gives each write its own. Default 32, range 1 to 256.</summary>
    [Range(1, 256)]
    public int GroupSize { get; set; } = 32;

    /// <summary>Maximum number of shared transactions that a replica runs at once; further writes queue for the next one. Default 1, range 1 to 64.</summary>
    [Range(1, 64)]
    public int Groups { get; set; } = 1;
}
