using System.Diagnostics;
using System.Globalization;

namespace Dugout.Driver.Benchmarks;

/// <summary>Instructions of a process: its own, and the kernel's on its behalf.</summary>
internal readonly record struct Instructions(long Own, long Kernel);

/// <summary>
/// Linux' perf, counting what this process executes. Time depends on who else uses the cores and caches, the number of
/// instructions hardly does. It has a round of its own, because counting makes each change of threads dearer.
/// </summary>
internal sealed class InstructionCount : IDisposable
{
    private readonly Process _perf;

    private InstructionCount(string program)
    {
        // It counts for as long as what it starts runs: a shell that says when it began, and ends with a line.
        var start = new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var argument in (string[])["stat", "-x,", "-e", "instructions:u,instructions:k", "-p", $"{Environment.ProcessId}", "--", "sh", "-c", "echo; read line"])
            start.ArgumentList.Add(argument);
        _perf = Process.Start(start)!;
    }

    /// <summary>True when perf is on the PATH and this machine lets it count.</summary>
    public static async Task<bool> IsPossibleAsync()
    {
        using var trial = await StartAsync();
        return trial is not null && await trial.StopAsync() is not null;
    }

    /// <summary>Begins, and comes back when it counts; null without perf.</summary>
    public static async Task<InstructionCount?> StartAsync()
    {
        if (CClient.OnPath("perf") is not { } program)
            return null;
        var count = new InstructionCount(program);
        await count._perf.StandardOutput.ReadLineAsync();
        return count;
    }

    /// <summary>Ends; null when the machine has no such counter, or doesn't show it.</summary>
    public async Task<Instructions?> StopAsync()
    {
        _perf.StandardInput.Close();
        var counted = (await _perf.StandardError.ReadToEndAsync()).Split('\n').Select(line => line.Split(','))
            .Where(fields => fields.Length > 2 && long.TryParse(fields[0], CultureInfo.InvariantCulture, out _))
            .Select(fields => long.Parse(fields[0], CultureInfo.InvariantCulture)).ToArray();
        return counted is [var own, var kernel] ? new(own, kernel) : null;
    }

    public void Dispose() => _perf.Dispose();
}
