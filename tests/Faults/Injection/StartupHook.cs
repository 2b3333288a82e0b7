using System.Reflection;
using System.Runtime.Loader;
using Dugout.Faults.Injection;

/// <summary>
/// Named by DOTNET_STARTUP_HOOKS, the runtime loads this assembly into a program before its <c>Main</c>: from then on the program finds
/// it, and what lies beside it, by name. A process without a fault in its environment stays as it is.
/// </summary>
internal static class StartupHook
{
    /// <summary>Called by the runtime.</summary>
    public static void Initialize()
    {
        var folder = Path.GetDirectoryName(typeof(StartupHook).Assembly.Location)!;
        AssemblyLoadContext.Default.Resolving += (context, name) => Find(context, name, folder);
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            if (Assembly.GetEntryAssembly()?.GetName().Name == "Dugout.Migrator" && Environment.ExitCode == 0)
                SchemaVariants.Apply();
        };
    }

    private static Assembly? Find(AssemblyLoadContext context, AssemblyName name, string folder)
    {
        var path = Path.Combine(folder, $"{name.Name}.dll");
        return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
    }
}
