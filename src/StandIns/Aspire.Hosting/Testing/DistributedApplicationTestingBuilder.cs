// The testing builder: an AppHost's own program, in the process of a test that may change what it has described.
using System.Reflection;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Eventing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Aspire.Hosting.Testing;

public interface IDistributedApplicationTestingBuilder : IDistributedApplicationBuilder, IAsyncDisposable
{
    Task<DistributedApplication> BuildAsync(CancellationToken cancellationToken = default);
}

public static class DistributedApplicationTestingBuilder
{
    public static Task<IDistributedApplicationTestingBuilder> CreateAsync<TEntryPoint>(string[] args, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        CreateAsync(typeof(TEntryPoint), args, cancellationToken);

    /// <summary>Runs the program that a type belongs to until it calls Build().</summary>
    public static async Task<IDistributedApplicationTestingBuilder> CreateAsync(Type entryPoint, string[] args, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(entryPoint);
        var run = new EntryPointRun(entryPoint.Assembly);
        run.Begin(args);
        try
        {
            return new TestingBuilder(await run.Building.WaitAsync(cancellationToken), run);
        }
        catch (OperationCanceledException)
        {
            run.GiveUp();
            throw;
        }
    }

    private sealed class TestingBuilder(DistributedApplicationBuilder builder, EntryPointRun run) : IDistributedApplicationTestingBuilder
    {
        private TestedApplication? _app;
        public ConfigurationManager Configuration => builder.Configuration;
        public string AppHostDirectory => builder.AppHostDirectory;
        public Assembly? AppHostAssembly => builder.AppHostAssembly;
        public IHostEnvironment Environment => builder.Environment;
        public IServiceCollection Services => builder.Services;
        public IDistributedApplicationEventing Eventing => builder.Eventing;
        public DistributedApplicationExecutionContext ExecutionContext => builder.ExecutionContext;
        public IResourceCollection Resources => builder.Resources;

        public IResourceBuilder<T> AddResource<T>(T resource) where T : IResource => builder.AddResource(resource);

        public IResourceBuilder<T> CreateResourceBuilder<T>(T resource) where T : IResource => builder.CreateResourceBuilder(resource);

        public DistributedApplication Build() => BuildAsync().GetAwaiter().GetResult();

        public async Task<DistributedApplication> BuildAsync(CancellationToken cancellationToken = default) =>
            _app ??= new TestedApplication(await run.BuildAsync().WaitAsync(cancellationToken), run);

        public async ValueTask DisposeAsync()
        {
            if (_app is not null)
                await _app.DisposeAsync();
            run.GiveUp();
            await run.Ended;
        }
    }
}
