namespace Dugout.Platform.Http;

/// <summary>Result of a step: either a value or an error, never both.</summary>
public readonly record struct Result<T>
    where T : class
{
    private Result(T? value, Problem? problem) => (Value, Problem) = (value, problem);

    /// <summary>The value; null for an error.</summary>
    public T? Value { get; }

    /// <summary>The error; null for a value.</summary>
    public Problem? Problem { get; }

    /// <summary>Converts a value into a result.</summary>
    public static implicit operator Result<T>(T value) => new(value, null);

    /// <summary>Converts an error into a result.</summary>
    public static implicit operator Result<T>(Problem problem) => new(null, problem);
}
