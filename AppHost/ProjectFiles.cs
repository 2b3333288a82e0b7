namespace Dugout.AppHost;

/// <summary>Where each service's project lies, relative to this folder. The only place that knows. Aspire's own name for the like, <c>Projects</c>, is a namespace it generates.</summary>
internal static class ProjectFiles
{
    public const string Migrator = "../src/Migrator/Migrator.csproj";
    public const string Api = "../src/Api/Api.csproj";
    public const string Worker = "../src/Worker/Worker.csproj";
    public const string Partners = "../src/Partners/Partners.csproj";
    public const string Gateway = "../src/Gateway/Gateway.csproj";
    public const string Load = "../load/Load.csproj";
}
