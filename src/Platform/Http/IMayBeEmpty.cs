namespace Dugout.Platform.Http;

/// <summary>A response that may hold no data, and then is cached only briefly.</summary>
public interface IMayBeEmpty
{
    /// <summary>Whether the response holds no data.</summary>
    bool IsEmpty { get; }
}
