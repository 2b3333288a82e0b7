using System.Globalization;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>
/// Prepares the data of a cluster's nodes before they start. Each node stores in <c>nodes.conf</c> the addresses of all nodes, and ports change from start to start: the
/// addresses are replaced, and the nodes find each other again without being introduced.
/// </summary>
internal static class RedisClusterFiles
{
    /// <summary>Name of the file in which a node stores what it knows about the cluster.</summary>
    public const string Name = "nodes.conf";

    /// <summary>Number of hash slots of every Redis Cluster.</summary>
    public const int Slots = 16_384;

    /// <summary>First field after those that describe the node; its slots follow.</summary>
    private const int FirstSlot = 8;

    /// <summary>States of an earlier run: whether a node responds now is found out again.</summary>
    private static readonly string[] Transient = ["fail", "fail?", "noaddr"];

    /// <summary>Prepares the nodes' folders. Redis is a helper, so the data of an incomplete cluster are deleted, and so are those of a server without a cluster.</summary>
    public static void Prepare(RunFolder folder, string name, IReadOnlyList<RedisNodeResource> nodes, Action<string> announce)
    {
        RemoveFolder(folder.In(name));
        var files = nodes.Select(node => Path.Combine(node.Data, Name)).ToList();
        var known = files.Where(File.Exists).Select(file => Read(File.ReadAllLines(file))).ToList();
        var own = known.Select(lines => lines.Find(line => line.Flags.Contains("myself"))?.Id).ToList();
        var isComplete = known.Count == nodes.Count && known.TrueForAll(lines => lines.Count == nodes.Count
            && own.TrueForAll(id => lines.Exists(line => line.Id == id)) && lines.Sum(line => line.Covered) == Slots);
        if (!isComplete && known.Count > 0)
            announce($"The data of {name} are not of one cluster; the nodes start empty. Seat holds end, everything else is rebuilt.");

        foreach (var (index, node) in nodes.Index())
        {
            node.IsMember = isComplete;
            if (!isComplete)
                RemoveFolder(node.Data);
            OwnerOnly.MakeFolder(node.Data);
            if (isComplete)
                PrivateFile.Write(files[index], Moved(File.ReadAllLines(files[index]), id => nodes[own.IndexOf(id)]));
        }
    }

    /// <summary>Removes the data of a cluster's nodes: a server without a cluster runs instead, and what they know would be out of date when they run again.</summary>
    public static void Remove(RunFolder folder, string name)
    {
        foreach (var node in RedisClusterResource.NodesOf(name))
            RemoveFolder(folder.In(node));
    }

    private static void RemoveFolder(string path)
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
    }

    private static List<Line> Read(string[] lines) => [.. lines.Select(Line.Of).OfType<Line>()];

    private static string Moved(string[] lines, Func<string, RedisNodeResource> nodeOf) => string.Concat(lines.Select(text =>
    {
        if (Line.Of(text) is not { } line)
            return $"{text}\n";
        var node = nodeOf(line.Id);
        // What follows the address, such as a host name, stays.
        var rest = line.Fields[1].IndexOf(',', StringComparison.Ordinal) is var comma and >= 0 ? line.Fields[1][comma..] : "";
        string[] fields = [line.Id, string.Create(CultureInfo.InvariantCulture, $"{node.Address.HostAndPort}@{node.BusPort}{rest}"), string.Join(',', line.Flags.Except(Transient)), .. line.Fields[3..]];
        return $"{string.Join(' ', fields)}\n";
    }));

    /// <summary>A line about one node: id, address, flags, master, two times, epoch, state of the link, slots.</summary>
    private sealed record Line(string Id, string[] Fields)
    {
        public string[] Flags => Fields[2].Split(',');

        /// <summary>Number of slots.</summary>
        public int Covered => Fields.Skip(FirstSlot).Where(slots => !slots.StartsWith('[')).Sum(slots =>
        {
            var ends = slots.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture)).ToArray();
            return ends[^1] - ends[0] + 1;
        });

        /// <summary>Parses a line; null for the line with variables.</summary>
        public static Line? Of(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries) is { Length: >= FirstSlot } fields ? new(fields[0], fields) : null;
    }
}
