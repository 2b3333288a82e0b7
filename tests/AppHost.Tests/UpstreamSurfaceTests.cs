using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>
/// What the AppHost calls of Aspire.Hosting is there in the package, under the same name, with the same parameters: the stand-in, which it is built with here,
/// is held against a list of what upstream has.
/// </summary>
public sealed class UpstreamSurfaceTests
{
    private const string Aspire = "Aspire.Hosting";

    /// <summary>Each line of the listing, with its type before it.</summary>
    private static readonly HashSet<string> Listed = Read();

    [Theory]
    [InlineData(typeof(EntryPoint), 8)]
    [InlineData(typeof(AppHostRun), 60)]
    public void Upstream_has_all_that_is_called(Type within, int atLeast)
    {
        var called = CalledMembers.Of(within.Assembly, Aspire);

        Assert.True(called.Count >= atLeast, $"Only {called.Count} members were seen to be called.");
        // A line here is a call that upstream doesn't know by that signature: correct the call or the stand-in, or look it up and list it.
        Assert.Empty(called.Except(Listed));
    }

    [Theory]
    [InlineData(nameof(Drifted.OtherDefault))]
    [InlineData(nameof(Drifted.OtherName))]
    [InlineData(nameof(Drifted.OtherType))]
    [InlineData(nameof(Drifted.OtherConstraint))]
    [InlineData(nameof(Drifted.NoExtension))]
    public void A_signature_that_has_drifted_is_another_text(string method)
    {
        const string upstream = "static IResourceBuilder<T> WaitForCompletion<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 0) where T : IResourceWithWaitSupport";
        Assert.Contains($"Aspire.Hosting.ResourceBuilderExtensions: {upstream}", Listed);
        Assert.Equal(upstream, Named(nameof(Drifted.AsItIs)));

        Assert.NotEqual(upstream, Named(method));

        static string Named(string name) => Signatures.Of(typeof(Drifted).GetMethod(name)!).Replace(name, "WaitForCompletion", StringComparison.Ordinal);
    }

    private static HashSet<string> Read()
    {
        using var stream = typeof(UpstreamSurfaceTests).Assembly.GetManifestResourceStream("aspire-hosting.txt")!;
        using var reader = new StreamReader(stream);
        var type = "";
        HashSet<string> lines = [];
        while (reader.ReadLine() is { } line)
        {
            if (line.StartsWith('#'))
                continue;
            if (!line.StartsWith(' '))
                type = line;
            lines.Add(line == type ? type : $"{type}: {line.Trim()}");
        }

        return lines;
    }
}

/// <summary>A verb of Aspire's as it is, and as it might be written down wrongly.</summary>
public static class Drifted
{
    public static IResourceBuilder<T> AsItIs<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 0) where T : IResourceWithWaitSupport => Same(builder, dependency, exitCode);

    public static IResourceBuilder<T> OtherDefault<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 1) where T : IResourceWithWaitSupport => Same(builder, dependency, exitCode);

    public static IResourceBuilder<T> OtherName<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int code = 0) where T : IResourceWithWaitSupport => Same(builder, dependency, code);

    public static IResourceBuilder<T> OtherType<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int? exitCode = 0) where T : IResourceWithWaitSupport => Same(builder, dependency, exitCode ?? 0);

    public static IResourceBuilder<T> OtherConstraint<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 0) where T : IResource => Same(builder, dependency, exitCode);

    public static IResourceBuilder<T> NoExtension<T>(IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 0) where T : IResourceWithWaitSupport => Same(builder, dependency, exitCode);

    private static IResourceBuilder<T> Same<T>(IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode) where T : IResource =>
        dependency is not null && exitCode >= 0 ? builder : throw new ArgumentOutOfRangeException(nameof(exitCode));
}
