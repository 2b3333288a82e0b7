using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Writes;

/// <summary>How writes of several requests share a transaction. Section <c>Writes</c>.</summary>
public sealed class WritesOptions
{
    /// <summary>Maximum number of writes in one transaction; 1 gives each write its own. Default 32, range 1 to 256.</summary>
    [Range(1, 256)]
    public int GroupSize { get; set; } = 32;
}
