namespace Dugout.Infrastructure.Commands;

/// <summary>Pushes load at the system from its dashboard: the load lab as a resource that waits to be started, its report in the resource's log.</summary>
internal static class LoadRunCommands
{
    /// <summary>What the first page says about the lab: a run anybody may start without harm.</summary>
    private static readonly string[] Run = ["ticketing", "--rate", "20", "--seconds", "30"];

    /// <summary>How long a program takes to begin, or to say why it can't.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Adds the lab, and the command to the gateway that its load goes through.</summary>
    /// <param name="builder">The application.</param>
    /// <param name="name">The resource's name.</param>
    /// <param name="project">Where the lab's project lies. Nothing builds it with the AppHost, which it refers to itself.</param>
    /// <param name="gateway">Where load is pushed.</param>
    public static IResourceBuilder<ProjectResource> Add(IDistributedApplicationBuilder builder, string name, string project, IResourceBuilder<ProjectResource> gateway)
    {
        var load = builder.AddProject(name, project)
            .WithExplicitStart()
            .WithArgs((string[])[.. Run, "--apphost", ServerExtensions.RunFolderOf(builder).RunFile]);
        gateway.WithCommand("load-run", "Start load run", context => StartAsync(context, load.Resource), new CommandOptions
        {
            ConfirmationMessage = $"Runs the load lab's {string.Join(' ', Run)} against this system: for half a minute twenty fans a second buy seats. What they bought stays; "
                + $"what came of it is in the log of {name}.",
            IconName = "TopSpeed",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });
        return load;
    }

    private static async Task<ExecuteCommandResult> StartAsync(ExecuteCommandContext context, ProjectResource load)
    {
        var control = new ResourceControl(context);
        if (control.Runs(load))
            return CommandResult.Failed($"A load run is under way: see the log of {load.Name}.");
        var begun = await control.BeginAsync(load, Patience);
        return begun is { State.Text: var state } && state == KnownResourceStates.FailedToStart
            ? CommandResult.Failed($"{load.Name} could not start: its log says why.")
            : CommandResult.Done($"A load run has begun: see the log of {load.Name}.");
    }
}
