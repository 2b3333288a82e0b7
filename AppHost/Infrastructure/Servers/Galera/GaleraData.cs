using System.Globalization;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>
/// Prepares the data folders of a cluster's nodes, and decides at each start of a node whether it forms the cluster or joins it. Only the node with the last commit may form
/// it: the others would lose what it has.
/// </summary>
/// <param name="folder">The run folder.</param>
/// <param name="program">The server.</param>
/// <param name="nodes">The nodes.</param>
/// <param name="options">Their option files.</param>
internal sealed partial class GaleraData(RunFolder folder, GaleraProgram program, IReadOnlyList<GaleraNode> nodes, GaleraOptions options)
{
    /// <summary>File of the run folder that says which server created the nodes' data.</summary>
    public const string StampFile = "mysql-cluster.json";

    /// <summary>Files of the folder that is copied which the copy must not have: the commits that a node keeps for others, and its view of the group.</summary>
    private static readonly string[] OfOneNode = ["galera.cache", "gvwstate.dat"];

    /// <summary>Longest wait for the start of another node, whose position takes a second to read at most.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Dictionary<int, GaleraStart> _planned = [];

    /// <summary>Creates what is missing and plans the first start of each node. No server runs.</summary>
    /// <exception cref="StartFailedException">The data belong to another topology or series, or the server cannot create a folder.</exception>
    public async Task PrepareAsync(CancellationToken cancellation)
    {
        foreach (var unfinished in Directory.EnumerateDirectories(folder.Path, "mysql-*" + RunFolder.Making))
            Directory.Delete(unfinished, recursive: true);
        if (Directory.Exists(folder.In(DatabaseData.PrimaryFolder)))
            throw new StartFailedException($"The data in {folder.Path} are of --database pair; start with it, with --reset, or with another --run-dir.");

        RequireSeries();
        if (!nodes.Any(HasData))
            await MakeFirstAsync(nodes[0], cancellation);
        var positions = await PositionsAsync(cancellation);
        var last = Last(positions);
        foreach (var node in nodes.Where(node => !HasData(node)))
        {
            await CopyAsync(last.Place.Data, node.Place.Data, cancellation);
            positions[node.Number] = positions[last.Number];
        }

        foreach (var node in nodes)
            _planned[node.Number] = new(node == last, positions[node.Number]);
    }

    /// <summary>Deletes the data of all nodes and creates new ones. No server may run.</summary>
    public Task RemakeAsync(CancellationToken cancellation)
    {
        foreach (var data in nodes.Select(node => node.Place.Data).Where(Directory.Exists))
            Directory.Delete(data, recursive: true);
        File.Delete(folder.In(StampFile));
        return PrepareAsync(cancellation);
    }

    /// <summary>Decides how a node starts now, and prepares its data for that.</summary>
    public async Task<GaleraStart> StartAsync(GaleraNode node, CancellationToken cancellation)
    {
        // One at a time: reading a position runs a server on the data, and a second one would wait for half a minute.
        using var turn = await FileLock.WaitAsync(folder.In("config", "mysql-start.lock"), Patience, () => { }, cancellation)
            ?? throw new StartFailedException($"{node.Name} cannot start: another node has been starting for {Patience.TotalSeconds} s.");
        if (!_planned.Remove(node.Number, out var start))
            start = await IsAnyThereAsync(except: node, cancellation) ? new(IsFirst: false, await PositionAsync(node, cancellation)) : await FirstAsync(node, cancellation);
        if (start.IsFirst)
            AllowToForm(node);
        return start;
    }

    /// <summary>Where no other node runs: the one with the last commit forms the cluster.</summary>
    private async Task<GaleraStart> FirstAsync(GaleraNode node, CancellationToken cancellation)
    {
        var positions = await PositionsAsync(cancellation);
        return new(Last(positions) == node, positions.GetValueOrDefault(node.Number));
    }

    private GaleraNode Last(Dictionary<int, GaleraPosition> positions) => nodes.MaxBy(node => positions.GetValueOrDefault(node.Number)?.Number ?? -1)!;

    private async Task<Dictionary<int, GaleraPosition>> PositionsAsync(CancellationToken cancellation)
    {
        var positions = new Dictionary<int, GaleraPosition>();
        foreach (var node in nodes.Where(HasData))
            positions[node.Number] = await PositionAsync(node, cancellation);
        return positions;
    }

    /// <summary>Reads the last commit from a node's data, which a killed server could not write down.</summary>
    /// <exception cref="StartFailedException">The server cannot read its data.</exception>
    private async Task<GaleraPosition> PositionAsync(GaleraNode node, CancellationToken cancellation)
    {
        var file = folder.In("config", $"{node.Name}-position.cnf");
        Write(file, options.For(node with { Place = node.Place with { Temporary = node.Place.Data } }, new(IsFirst: false, Position: null)));
        var output = await program.Command.RunAsync([OptionFile.Argument(file), "--wsrep-recover"], cancellation);
        return Recovered().Match(output.Error + output.Output) is { Success: true } found
            ? new(found.Groups["cluster"].Value, long.Parse(found.Groups["number"].Value, CultureInfo.InvariantCulture))
            : throw new StartFailedException($"{program} could not read the last commit from {node.Place.Data}: {output.Complaint}");
    }

    /// <summary>Creates the tables and runs the server once as a cluster of its own, which gives the data a position: so copies of them can join by what they lack, which is nothing.</summary>
    private async Task MakeFirstAsync(GaleraNode node, CancellationToken cancellation)
    {
        var making = node.Place.Data + RunFolder.Making;
        OwnerOnly.MakeFolder(making);
        await program.Engine.MakeAsync(program.Command, making, folder.In("config"), cancellation);

        var (file, statements) = (folder.In("config", "forming.cnf"), folder.In("config", "forming.sql"));
        Write(statements, "SHUTDOWN;\n");
        var place = node.Place with { Data = making, Temporary = making, InitFile = statements };
        Write(file, options.For(node with { Place = place }, new(IsFirst: true, Position: null)));
        var formed = await program.Command.RunAsync([OptionFile.Argument(file)], cancellation);
        if (!formed.Succeeded)
            throw DatabaseData.NotMade($"{program}", node.Place.Data, formed.Complaint);
        await File.WriteAllTextAsync(folder.In(StampFile), JsonSerializer.Serialize(new Stamp(program.Name, program.Version.ToString(2))), cancellation);
        Directory.Move(making, node.Place.Data);
    }

    private static async Task CopyAsync(string from, string to, CancellationToken cancellation)
    {
        var making = to + RunFolder.Making;
        OwnerOnly.MakeFolder(making);
        if (await FolderCopy.MakeAsync(from, making, cancellation) is { } complaint)
            throw new StartFailedException($"{from} could not be copied for another node: {complaint}");
        foreach (var file in OfOneNode)
            File.Delete(Path.Combine(making, file));
        Directory.Move(making, to);
    }

    private void RequireSeries()
    {
        if (!nodes.Any(HasData))
            return;
        var file = folder.In(StampFile);
        if (!File.Exists(file) || JsonSerializer.Deserialize<Stamp>(File.ReadAllText(file)) is not { } stamp)
            throw new StartFailedException($"{folder.Path} has no {StampFile}; start with --reset, which deletes its data, or restore the file.");
        if (stamp != new Stamp(program.Name, program.Version.ToString(2)))
            throw new StartFailedException($"The data in {folder.Path} were created by {stamp.Engine} {stamp.Series}, but the server found is {program}; start with --reset, or with the former server.");
    }

    /// <summary>A node allows this by itself only after it was the last to stop.</summary>
    private static void AllowToForm(GaleraNode node)
    {
        var file = Path.Combine(node.Place.Data, "grastate.dat");
        File.WriteAllText(file, File.ReadAllText(file).Replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1", StringComparison.Ordinal));
    }

    private async Task<bool> IsAnyThereAsync(GaleraNode except, CancellationToken cancellation)
    {
        foreach (var node in nodes.Where(node => node != except))
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                await socket.ConnectAsync(node.Place.Host, node.Ports.Group, cancellation);
                return true;
            }
            catch (SocketException)
            {
                // No node listens there.
            }
        }

        return false;
    }

    private static bool HasData(GaleraNode node) => Directory.Exists(node.Place.Data);

    private static void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        PrivateFile.Write(file, text);
    }

    [GeneratedRegex(@"Recovered position: *(?<cluster>[0-9a-f-]{36}):(?<number>-?\d+)")]
    private static partial Regex Recovered();

    /// <summary>Origin of the data.</summary>
    private sealed record Stamp(string Engine, string Series);
}
