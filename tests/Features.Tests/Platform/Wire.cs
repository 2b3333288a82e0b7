using System.Buffers.Binary;
using System.Text;
using System.Text.RegularExpressions;
using Dugout.Tests.Support;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// Reads what a client sent to MySQL or Redis, by the rules of their protocols: what is counted here rests on nothing that
/// the drivers say of themselves.
/// </summary>
internal static partial class Wire
{
    private const byte Query = 3;
    private const byte Prepare = 22;
    // What the driver sends by itself to a connection of MySQL that it has reset.
    private const string Charset = "SET NAMES utf8mb4";
    private static readonly string[] Frame = ["SET SESSION", "SET TRANSACTION", "START TRANSACTION", "COMMIT", "ROLLBACK"];

    /// <summary>How many statements a text has, but for those that only begin, bound and end its transaction.</summary>
    public static int Count(string text) => Statements(text).Count();

    /// <summary>The statements of a text, but for those that only begin, bound and end its transaction.</summary>
    public static IEnumerable<string> Statements(string text) =>
        AllStatements(text).Where(statement => !Frame.Any(words => statement.StartsWith(words, StringComparison.Ordinal)));

    /// <summary>The statements of a text.</summary>
    public static IEnumerable<string> AllStatements(string text) => Statement().Matches(text).Select(match => match.Value.Trim()).Where(statement => statement.Length > 0);

    /// <summary>The texts sent to a MySQL server, run at once or to be prepared, in order of their connections. Connection resets and the driver's own statements do not count.</summary>
    public static List<string> Texts(FaultyProxy proxy)
    {
        List<string> texts = [];
        foreach (var sent in proxy.TakeSent())
        {
            for (var at = 0; at + 4 < sent.Length;)
            {
                var length = BinaryPrimitives.ReadInt32LittleEndian(sent.AsSpan(at)) & 0xFF_FFFF;
                if (sent[at + 3] == 0 && sent[at + 4] is Query or Prepare && Encoding.UTF8.GetString(sent, at + 5, length - 1) is var text && !text.StartsWith(Charset, StringComparison.Ordinal))
                    texts.Add(text);
                at += 4 + length;
            }
        }

        return texts;
    }

    /// <summary>The commands sent to Redis, except the client's own. A script is called <c>EVALSHA</c> or, the first time, <c>EVAL</c>.</summary>
    public static List<string> Commands(FaultyProxy proxy)
    {
        string[] own = ["PING", "INFO", "ECHO", "CLIENT", "CONFIG", "AUTH", "GET", "SUBSCRIBE", "CLUSTER", "SCRIPT"];
        List<string> commands = [];
        foreach (var sent in proxy.TakeSent())
        {
            for (var at = 0; at < sent.Length;)
            {
                var parts = int.Parse(Line(sent, ref at)[1..], System.Globalization.CultureInfo.InvariantCulture);
                var words = new string[parts];
                for (var part = 0; part < parts; part++)
                {
                    var length = int.Parse(Line(sent, ref at)[1..], System.Globalization.CultureInfo.InvariantCulture);
                    words[part] = Encoding.UTF8.GetString(sent, at, length);
                    at += length + 2;
                }

                if (!own.Contains(words[0].ToUpperInvariant()))
                    commands.Add(words[0].ToUpperInvariant());
            }
        }

        return commands;
    }

    private static string Line(byte[] bytes, ref int at)
    {
        var end = Array.IndexOf(bytes, (byte)'\n', at);
        var line = Encoding.ASCII.GetString(bytes, at, end - at - 1);
        at = end + 1;
        return line;
    }

    /// <summary>The parts between semicolons, except quoted ones.</summary>
    [GeneratedRegex("(?:'(?:''|[^'])*'|`[^`]*`|[^;'`])+")]
    private static partial Regex Statement();
}
