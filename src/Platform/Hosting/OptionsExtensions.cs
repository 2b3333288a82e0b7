using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Platform.Hosting;

/// <summary>Registration of options that are validated when the program starts.</summary>
internal static class OptionsExtensions
{
    /// <summary>Registers an options class from its section; a value out of range stops the start and names the setting.</summary>
    public static void AddOptionsOf<T>(this IServiceCollection services, string section)
        where T : class =>
        services.AddOptions<T>().BindConfiguration(section).ValidateDataAnnotations().ValidateOnStart();
}
