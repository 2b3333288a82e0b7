using System.Globalization;
using Dugout.Infrastructure.Run;
using PortPicker = Dugout.Infrastructure.Processes.Ports;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>
/// One node of the cluster. Each node has a loopback address of its own, and all have the same port, as on machines of their own: so one connection string names them all.
/// </summary>
/// <param name="Number">Its number, counting from 1: the order in which writes fail over.</param>
/// <param name="Name">Its resource name.</param>
/// <param name="Place">Its folders and address.</param>
/// <param name="Ports">The ports between nodes.</param>
internal sealed record GaleraNode(int Number, string Name, ServerPlace Place, GaleraPorts Ports)
{
    /// <summary>Number of nodes: the fewest of which one can be lost while the others are a majority.</summary>
    public const int Count = 3;

    /// <summary>Address and port for the other nodes.</summary>
    public string GroupAddress => Address(Ports.Group);

    /// <summary>Returns a port of this node with its address.</summary>
    public string Address(int port) => string.Create(CultureInfo.InvariantCulture, $"{Place.Host}:{port}");

    /// <summary>Describes the nodes of a new start.</summary>
    /// <param name="folder">The run folder.</param>
    /// <param name="name">The cluster's name, to which nodes add their numbers.</param>
    public static IReadOnlyList<GaleraNode> Plan(RunFolder folder, string name)
    {
        var (port, ports) = (PortPicker.Pick(), new GaleraPorts(PortPicker.Pick(), PortPicker.Pick(), Snapshot: 0));
        return [.. Enumerable.Range(1, Count).Select(n => Plan(folder, string.Create(CultureInfo.InvariantCulture, $"{name}-{n}"), n, port, ports with { Snapshot = PortPicker.Pick() }))];
    }

    private static GaleraNode Plan(RunFolder folder, string name, int number, int port, GaleraPorts ports) => new(
        number,
        name,
        new(folder.In(name), folder.In("tmp", name), port, folder.In("config", $"{name}.sql"), string.Create(CultureInfo.InvariantCulture, $"127.0.0.{number}")),
        ports);
}

/// <summary>The ports between nodes; each node listens on all of them.</summary>
/// <param name="Group">Commits and membership.</param>
/// <param name="Increment">Transfer of the commits that a returning node lacks.</param>
/// <param name="Snapshot">Transfer of all data, to a node for which that is not enough. A node's own, so that the programs that receive it never compete for one.</param>
internal sealed record GaleraPorts(int Group, int Increment, int Snapshot);

/// <summary>How a node starts.</summary>
/// <param name="IsFirst">Whether it forms the cluster; otherwise it joins the nodes that are there.</param>
/// <param name="Position">The last commit in its data.</param>
internal sealed record GaleraStart(bool IsFirst, GaleraPosition? Position);

/// <summary>A position in the commits of a cluster.</summary>
/// <param name="Cluster">The cluster's id.</param>
/// <param name="Number">Number of the last commit.</param>
internal sealed record GaleraPosition(string Cluster, long Number)
{
    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Cluster}:{Number}");
}
