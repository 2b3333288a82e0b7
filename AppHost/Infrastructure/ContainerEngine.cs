using System.Globalization;

namespace Dugout.Infrastructure;

/// <summary>
/// A container engine that answers: docker or podman. Servers in containers are the same programs as elsewhere, with the same option files and data: the run folder
/// is mounted at its own path, the network is the machine's, the user is this one. So nothing else here has to know of containers.
/// </summary>
/// <param name="Path">The engine's program.</param>
/// <param name="User">This user and their group, by number: <c>1000:1000</c>.</param>
internal sealed record ContainerEngine(string Path, string User)
{
    private static readonly string[] Known = ["docker", "podman"];

    /// <summary>An engine that is busy answers within a second or two; one whose daemon hangs never does.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    /// <summary>What podman needs so that this user is the same one inside, and may read a folder of theirs where SELinux watches.</summary>
    private string[] OfPodman => System.IO.Path.GetFileName(Path) == "podman" ? ["--userns=keep-id", "--security-opt", "label=disable"] : [];

    /// <summary>The first engine on this machine whose daemon, if it needs one, answers.</summary>
    /// <exception cref="StartRefusedException">None does; the message says what each complained of.</exception>
    public static async Task<ContainerEngine> FindAsync(ServerSettings settings, CancellationToken cancellation)
    {
        var complaints = new List<string>();
        foreach (var name in Known)
        {
            if (Tool.Find(name, settings.SearchFolders) is not { } path)
            {
                complaints.Add($"{name} is not installed");
                continue;
            }

            if (await AnswerAsync(path, cancellation) is not { } answer)
            {
                complaints.Add(string.Create(CultureInfo.InvariantCulture, $"{path} did not answer within {Patience.TotalSeconds:0} s"));
                continue;
            }

            if (answer.Succeeded)
                return new(path, $"{await NumberAsync("-u", cancellation)}:{await NumberAsync("-g", cancellation)}");
            complaints.Add($"{path} does not answer ({answer.Complaint})");
        }

        throw new StartRefusedException($"--servers container: no container engine answers: {string.Join("; ", complaints)}. 'process' needs none.");
    }

    /// <summary>An image, fetched if it isn't there.</summary>
    /// <exception cref="StartRefusedException">It can't be fetched.</exception>
    public async Task<ContainerImage> ImageAsync(string name, Action<string> announce, CancellationToken cancellation)
    {
        var there = await Tool.RunAsync(Path, ["image", "inspect", name], cancellation);
        if (!there.Succeeded)
        {
            announce($"Fetching the image {name} with {System.IO.Path.GetFileName(Path)}; later starts need no network.");
            var fetched = await Tool.RunAsync(Path, ["pull", name], cancellation);
            if (!fetched.Succeeded)
                throw new StartRefusedException($"--servers container: the image {name} can't be fetched: {fetched.Complaint}");
        }

        return new(this, name);
    }

    /// <summary>The arguments that run a program of an image to its end, its own behind them.</summary>
    /// <param name="image">The image.</param>
    /// <param name="program">The program in it.</param>
    /// <param name="name">The container's name.</param>
    /// <param name="mounts">Folders that are inside where they are outside.</param>
    public string[] Run(string image, string program, string name, params IEnumerable<string> mounts) =>
    [
        "run", "--rm", "--interactive", "--name", name,
        "--network", "host", "--user", User, .. OfPodman,
        .. mounts.SelectMany(folder => (string[])["--mount", $"type=bind,source={folder},target={folder}"]),
        "--entrypoint", program, image,
    ];

    /// <summary>What an engine says of itself; null where it says nothing for too long.</summary>
    private static async Task<ToolResult?> AnswerAsync(string path, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(Patience);
        try
        {
            return await Tool.RunAsync(path, ["info"], patience.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    private static async Task<string> NumberAsync(string which, CancellationToken cancellation) =>
        (await Tool.RunAsync("id", [which], cancellation)).Output.Trim();
}

/// <summary>An image that is on this machine.</summary>
/// <param name="Engine">What runs it.</param>
/// <param name="Name">Its name and tag.</param>
internal sealed record ContainerImage(ContainerEngine Engine, string Name)
{
    /// <summary>Folders beside the run folder that its programs read.</summary>
    public IReadOnlyList<string> Reads { get; init; } = [];

    /// <summary>How a server of the image is started for a run folder.</summary>
    public ServerCommand Run(RunFolder folder, string name, string program)
    {
        if (folder.Path.Contains(',', StringComparison.Ordinal))
            throw new StartRefusedException($"--servers container: {folder.Path} has a comma in its name, which a container engine can't mount.");
        var container = $"dugout-{ShortOf(folder.Path)}-{name}";
        return new(Engine.Path, Engine.Run(Name, program, container, [folder.Path, .. Reads]), ServerProgram.NoEnvironment) { Before = ["rm", "--force", container] };
    }

    /// <summary>Asks a program of the image for its version.</summary>
    public Task<ToolResult> AskAsync(string program, CancellationToken cancellation, params string[] arguments) =>
        Tool.RunAsync(Engine.Path, ["run", "--rm", "--entrypoint", program, Name, .. arguments], cancellation);

    /// <summary>Copies a folder out of the image. The copy is complete or absent.</summary>
    /// <exception cref="StartRefusedException">It isn't in the image, or there is no room.</exception>
    public async Task CopyOutAsync(string folder, string to, CancellationToken cancellation)
    {
        if (Directory.Exists(to))
            return;
        var making = $"{to}.making-{Environment.ProcessId}";
        Directory.CreateDirectory(making);
        try
        {
            var made = await Tool.RunAsync(Engine.Path, ["create", Name], cancellation);
            var id = made.Output.Trim();
            var copied = made.Succeeded ? await Tool.RunAsync(Engine.Path, ["cp", $"{id}:{folder}/.", making], cancellation) : made;
            if (made.Succeeded)
                await Tool.RunAsync(Engine.Path, ["rm", "--force", id], CancellationToken.None);
            if (!copied.Succeeded)
                throw new StartRefusedException($"--servers container: {folder} of the image {Name} can't be copied: {copied.Complaint}");
            try
            {
                Directory.Move(making, to);
            }
            catch (IOException) when (Directory.Exists(to))
            {
                // Another start was as quick.
            }
        }
        finally
        {
            if (Directory.Exists(making))
                Directory.Delete(making, recursive: true);
        }
    }

    /// <summary>Tells the containers of one run folder from those of another; the same at each start.</summary>
    private static string ShortOf(string path) =>
        Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(path)))[..8];
}
