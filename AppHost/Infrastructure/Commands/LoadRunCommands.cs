using Dugout.Infrastructure.Servers;

namespace Dugout.Infrastructure.Commands;

/// <summary>Sends load to the system from its dashboard: the load lab as a resource that is started by hand, with its report in the resource's log.</summary>
internal static class LoadRunCommands
{
    /// <summary>The run that the root README describes, which is safe for every user.</summary>
    private static readonly string[] Run = ["ticketing", "--rate", "20", "--seconds", "30"];

    /// <summary>Time limit for a program to start, or to report why it cannot.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Adds the lab, and a command on the gateway that receives its load.</summary>
    /// <param name="builder">The application.</param>
    /// <param name="name">The resource's name.</param>
    /// <param name="project">Path of the lab's project. It is not built with the AppHost, because it refers to the AppHost.</param>
    /// <param name="gateway">The gateway that receives the load.</param>
    public static IResourceBuilder<ProjectResource> Add(IDistributedApplicationBuilder builder, string name, string project, IResourceBuilder<ProjectResource> gateway)
    {
        var load = builder.AddProject(name, project)
            .WithExplicitStart()
            .WithArgs((string[])[.. Run, "--apphost", ServerInfrastructure.Of(builder).Folder.RunFile]);
        gateway.WithCommand("load-run", "Start load run", context => StartAsync(context, load.Resource), new CommandOptions
        {
            ConfirmationMessage = $"Runs {string.Join(' ', Run)} of the load project against this system: for 30 seconds, 20 virtual users a second buy seats. Their purchases stay; "
                + $"the result is in the log of {name}.",
            IconName = "TopSpeed",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });
        return load;
    }

    private static async Task<ExecuteCommandResult> StartAsync(ExecuteCommandContext context, ProjectResource load)
    {
        var control = new ResourceControl(context);
        if (control.Runs(load))
            return CommandResult.Failed($"A load run is already running; see the log of {load.Name}.");
        var begun = await control.BeginAsync(load, Patience);
        return begun is { State.Text: var state } && state == KnownResourceStates.FailedToStart
            ? CommandResult.Failed($"{load.Name} could not start; see its log.")
            : CommandResult.Done($"A load run has started; see the log of {load.Name}.");
    }
}
