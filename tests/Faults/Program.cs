using Dugout.Faults.Check;

// dotnet run --project tests/Faults -- check [--repeat N] [fault ...]
// 0 when every fault is caught, 1 when one isn't or the tests don't pass without a fault, 2 for a command that can't be read.
var words = args.ToList();
var repeats = 1;
var at = words.IndexOf("--repeat");
if (words is not ["check", ..] || (at >= 0 && (at + 1 >= words.Count || !int.TryParse(words[at + 1], out repeats) || repeats < 1)))
{
    await Console.Error.WriteLineAsync("usage: dotnet run --project tests/Faults -- check [--repeat N] [fault ...]");
    return 2;
}

if (at >= 0)
    words.RemoveRange(at, 2);
return await FaultCheck.RunAsync([.. words.Skip(1)], repeats);
