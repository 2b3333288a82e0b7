// The AppHost's console: every line behind the padded name of the resource it comes from.
// Switched off, like any logger, by configuration: Logging:Console:LogLevel:Default=None.
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.Running;

[ProviderAlias("Console")]
internal sealed class ConsoleOutput(DistributedApplicationModel model) : ILoggerProvider
{
    public const string ResourceCategory = "Resources.";
    private const string Own = "apphost";
    private const string Reset = "\e[0m";
    private static readonly string[] Colours = ["\e[36m", "\e[33m", "\e[32m", "\e[35m", "\e[34m", "\e[96m", "\e[93m", "\e[92m", "\e[95m", "\e[94m"];

    private readonly bool _coloured = !Console.IsOutputRedirected && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
    private readonly Lazy<int> _width = new(() => model.Resources.Select(resource => resource.Name.Length).Append(Own.Length).Max());

    public ILogger CreateLogger(string categoryName) =>
        new Lines(this, categoryName.StartsWith(ResourceCategory, StringComparison.Ordinal) ? categoryName[ResourceCategory.Length..] : Own);

    public void Dispose()
    {
    }

    private string Prefix(string name)
    {
        var padded = name.PadRight(_width.Value);
        if (!_coloured)
            return $"{padded} | ";
        var index = model.Resources.Select(resource => resource.Name).ToList().IndexOf(name);
        return index < 0 ? $"{padded} | " : $"{Colours[index % Colours.Length]}{padded} |{Reset} ";
    }

    private sealed class Lines(ConsoleOutput output, string name) : ILogger
    {
        // Resources may still be added when the first logger is made, so not before the first line.
        private readonly Lazy<string> _prefix = new(() => output.Prefix(name));

        public IDisposable? BeginScope<TState>(TState state) where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            var text = formatter(state, exception);
            if (exception is not null)
                text = $"{text}\n{exception}";
            foreach (var line in text.Split('\n'))
                Console.Out.WriteLine(_prefix.Value + line);
        }
    }
}
