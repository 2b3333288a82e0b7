using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Dugout.Load.Measuring;
using Dugout.Tests.Support;
using NBomber.Contracts;
using NBomber.CSharp;
using Spectre.Console;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

/// <summary>What belongs to the whole process: the shared console, the working folder, the folder for temporary files.</summary>
[CollectionDefinition(nameof(OwnProcess), DisableParallelization = true)]
public sealed class OwnProcess;

[Collection(nameof(OwnProcess))]
public sealed class NBomberSessionTests
{
    [Fact]
    public async Task NBomber_has_a_separate_console_during_the_live_view()
    {
        var drawn = new StringWriter();
        var ours = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Interactive = InteractionSupport.Yes, Out = new AnsiConsoleOutput(drawn) });
        AnsiConsole.Console = ours; // the worst case
        TextWriter? others = null;
        Exception? clash = null;

        await ours.Live(new Text("ours")).StartAsync(_ => NBomberSession.RunAsync(Once(() =>
        {
            others = AnsiConsole.Console.Profile.Out.Writer;
            clash = Record.Exception(() => AnsiConsole.Console.Live(new Text("NBomber's")).Start(_ => { }));
        })));

        Assert.Null(clash);
        Assert.Same(TextWriter.Null, others);
        Assert.Contains("ours", drawn.ToString());
        Assert.DoesNotContain("NBomber's", drawn.ToString());
    }

    [Fact]
    public void The_load_lab_writes_nothing_to_the_shared_console()
    {
        Assert.Equal(["Create", "set_Console"], MembersUsed(typeof(NBomberSession).Assembly));
        Assert.Contains("get_Console", MembersUsed(typeof(NBomberSessionTests).Assembly)); // the rule sees a violation: the test above reads it
    }

    [Fact]
    public async Task A_session_leaves_no_files()
    {
        using var folder = new TestFolder();
        var (working, temporary) = (Directory.CreateDirectory(Path.Combine(folder.Path, "working")).FullName, Directory.CreateDirectory(Path.Combine(folder.Path, "temporary")).FullName);
        var (workingBefore, temporaryBefore) = (Directory.GetCurrentDirectory(), Environment.GetEnvironmentVariable("TMPDIR"));
        string[] meanwhile = [];
        try
        {
            Directory.SetCurrentDirectory(working);
            Environment.SetEnvironmentVariable("TMPDIR", temporary);
            await NBomberSession.RunAsync(Once(() => meanwhile = Directory.GetFiles(temporary, "*", SearchOption.AllDirectories)));
        }
        finally
        {
            Directory.SetCurrentDirectory(workingBefore);
            Environment.SetEnvironmentVariable("TMPDIR", temporaryBefore);
        }

        Assert.Single(meanwhile);
        Assert.Empty(Directory.GetFileSystemEntries(working));
        Assert.Empty(Directory.GetFileSystemEntries(temporary));
    }

    private static ScenarioProps Once(Action does) => Scenario.Create("once", _ =>
    {
        does();
        return Task.FromResult<IResponse>(Response.Ok());
    }).WithoutWarmUp().WithLoadSimulations(Simulation.Inject(1, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)));

    private static string[] MembersUsed(Assembly assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly.Location));
        var reader = file.GetMetadataReader();
        return [.. reader.MemberReferences.Select(reader.GetMemberReference).Where(IsOfTheConsole).Select(member => reader.GetString(member.Name)).Distinct().Order(StringComparer.Ordinal)];

        bool IsOfTheConsole(MemberReference member) =>
            member.Parent.Kind == HandleKind.TypeReference && reader.GetString(reader.GetTypeReference((TypeReferenceHandle)member.Parent).Name) == nameof(AnsiConsole);
    }
}
