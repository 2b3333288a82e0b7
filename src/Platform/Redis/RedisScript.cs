using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>Lua scripts that Redis runs, each a file in its slice. A script runs atomically, but is not rolled back if it fails midway.</summary>
internal static class RedisScript
{
    /// <summary>Reads a script from beside a slice's types: <c>Scripts/place.lua</c> is <c>Scripts.place</c>. Of several parts the first ones define what the last one uses.</summary>
    /// <exception cref="ArgumentException">There is no such part.</exception>
    public static string Of(Type slice, params string[] parts) => string.Concat(parts.Select(part => Read(slice, part)));

    /// <summary>Runs a script on the master of its keys, which share one hash tag. The client may run it on a replica by default while the master is unavailable, with data that are out of date.</summary>
    public static Task<RedisResult> RunAsync(this IDatabase database, string script, RedisKey[] keys, RedisValue[]? arguments = null) =>
        database.ScriptEvaluateAsync(script, keys, arguments, CommandFlags.DemandMaster);

    private static string Read(Type slice, string name)
    {
        var resource = $"{slice.Namespace}.{name}.lua";
        using var stream = slice.Assembly.GetManifestResourceStream(resource) ?? throw new ArgumentException($"The embedded script {resource} is missing.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
