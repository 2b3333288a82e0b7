namespace Dugout.Platform.Http;

/// <summary>An answer that may hold nothing, and then is kept only shortly.</summary>
public interface IMayBeEmpty
{
    /// <summary>Whether it holds nothing.</summary>
    bool IsEmpty { get; }
}
