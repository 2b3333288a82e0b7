namespace Dugout.Platform.Http;

/// <summary>What a step came to: a value, or a refusal. Never both.</summary>
public readonly record struct Result<T>
    where T : class
{
    private Result(T? value, Problem? refusal) => (Value, Refusal) = (value, refusal);

    /// <summary>The value; null when refused.</summary>
    public T? Value { get; }

    /// <summary>The refusal; null when there is a value.</summary>
    public Problem? Refusal { get; }

    /// <summary>A value is an outcome.</summary>
    public static implicit operator Result<T>(T value) => new(value, null);

    /// <summary>So is a refusal.</summary>
    public static implicit operator Result<T>(Problem refusal) => new(null, refusal);
}
