using Dugout.Faults.Check;

namespace Dugout.Faults;

/// <summary>
/// <c>dotnet run --project tests/Faults -- check [--alone] [--tests-passed] [--repeat N] [fault ...]</c>: 0 when every fault is caught, 1 when one isn't or the tests don't pass
/// without a fault, 2 for a command that can't be read. After <c>--tests-passed</c> they aren't run without a fault: the caller has just seen them pass. <c>… -- table</c>: the lines of the README's table. A class of its own, for the tests of the product refer to this project and know another <c>Program</c>.
/// </summary>
internal static class FaultsProgram
{
    private static async Task<int> Main(string[] args)
    {
        if (args is ["table"])
        {
            foreach (var fault in FaultList.All)
                Console.WriteLine(fault.TableRow);
            return 0;
        }

        var words = args.ToList();
        var repeats = 1;
        var at = words.IndexOf("--repeat");
        if (words is not ["check", ..] || (at >= 0 && (at + 1 >= words.Count || !int.TryParse(words[at + 1], out repeats) || repeats < 1)))
        {
            await Console.Error.WriteLineAsync("usage: dotnet run --project tests/Faults -- check [--alone] [--tests-passed] [--repeat N] [fault ...]");
            return 2;
        }

        if (at >= 0)
            words.RemoveRange(at, 2);
        var isAlone = words.Remove("--alone");
        var havePassed = words.Remove("--tests-passed");
        return await FaultCheck.RunAsync([.. words.Skip(1)], repeats, isAlone, havePassed);
    }
}
