using System.Text.Json.Nodes;
using Dugout.Infrastructure.Servers.Galera;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// The system for Docker Compose: <c>compose.yaml</c>, the files its servers read, and <c>.env.example</c> with the names of all secrets that must
/// be set first. Ports are published on the machine's loopback only, and no program runs as root.
/// </summary>
internal static class ComposeFile
{
    /// <summary>Returns the files, by path below the output folder.</summary>
    /// <param name="system">The system.</param>
    /// <param name="checkout">Build context of the images, relative to the output folder.</param>
    public static IEnumerable<(string Path, string Text)> Write(PublishedSystem system, string checkout)
    {
        var services = new JsonObject();
        var files = new HashSet<ConfigFile>();
        foreach (var service in system.Services)
        {
            services[service.Name] = service.IsProgram ? Program(service, checkout) : Server(service);
            foreach (var file in service.IsProgram ? [] : ServerContainer.Of(service).Files.Where(files.Add))
                yield return ($"config/{file.Name}", file.Text);
        }

        services[Dashboard.Name] = DashboardService();
        var compose = new JsonObject
        {
            ["services"] = services,
            ["networks"] = new JsonObject
            {
                ["default"] = new JsonObject { ["ipam"] = new JsonObject { ["config"] = new JsonArray(new JsonObject { ["subnet"] = Variables.ForCompose(Variables.Network) }) } },
            },
            ["volumes"] = Volumes(system),
        };
        var text = Yaml.Write(compose);
        yield return ("compose.yaml", text);
        yield return (".env.example", Example(text));
    }

    private static JsonObject Server(PublishedService service)
    {
        var container = ServerContainer.Of(service);
        var written = new JsonObject
        {
            ["image"] = container.Image,
            ["user"] = $"{ServerContainer.User}:{ServerContainer.User}",
            ["environment"] = Environment(container.Environment),
        };
        if (container.Command.Count > 0)
            written["command"] = Yaml.Texts(container.Command.Select(Variables.ForCompose));
        if (service is { Group: not null, IsOneShot: false })
        {
            written["hostname"] = service.Name;
            written["networks"] = new JsonObject { ["default"] = new JsonObject { ["aliases"] = Yaml.Texts([service.Host]) } };
        }

        if (service.Kind == ServiceKind.GaleraBootstrap)
            written["profiles"] = Yaml.Texts([GaleraContainer.Bootstrap]);
        written["volumes"] = Yaml.Texts([.. service.Volume is { } volume ? (string[])[$"{volume}:{container.Data}"] : [], .. container.Files.Select(file => $"./config/{file.Name}:{file.Path}:ro")]);
        written["tmpfs"] = Yaml.Texts(["/tmp"]);
        if (container.Probe is { } probe)
            written["healthcheck"] = Health(probe);
        return WithRest(written, service, restart: service.Kind switch { ServiceKind.GaleraBootstrap => "no", ServiceKind.RedisCreate => "on-failure:5", _ => "unless-stopped" }, memory: "1G");
    }

    private static JsonObject Program(PublishedService service, string checkout)
    {
        var written = new JsonObject
        {
            ["image"] = ProgramContainer.ImageOf(service),
            ["build"] = new JsonObject { ["context"] = checkout, ["args"] = new JsonObject { ["PROJECT"] = service.Project } },
            ["command"] = Yaml.Texts([service.Program!]),
            ["user"] = $"{ProgramContainer.User}:{ProgramContainer.User}",
            ["environment"] = Environment(ProgramContainer.EnvironmentOf(service)),
        };
        if (service.HasKeys)
            written["volumes"] = Yaml.Texts([$"keys:{service.Environment["Keys__Folder"]}"]);
        if (service.OutsidePort is { } outside)
            written["ports"] = Yaml.Texts([$"127.0.0.1:{outside}:{service.Port}"]);
        if (service.Ready is { } path)
            written["healthcheck"] = Health($"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{service.Port} && printf \"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n\" >&3 && head -n 1 <&3 | grep -q \" 200\"'");
        if (service.IsSimulator)
            written["profiles"] = Yaml.Texts(["simulators"]);
        written["read_only"] = true;
        written["tmpfs"] = Yaml.Texts(["/tmp"]);
        return WithRest(written, service, restart: service.Kind == ServiceKind.Job ? "on-failure:5" : "unless-stopped", memory: "512M");
    }

    /// <summary>Adds the settings that all services share, and the number of containers.</summary>
    private static JsonObject WithRest(JsonObject written, PublishedService service, string restart, string memory)
    {
        var after = new JsonObject();
        foreach (var well in service.WaitsFor)
            after[well] = new JsonObject { ["condition"] = "service_healthy" };
        foreach (var started in service.WaitsForStartOf)
            after[started] = new JsonObject { ["condition"] = "service_started" };
        foreach (var ended in service.WaitsForEndOf)
            after[ended] = new JsonObject { ["condition"] = "service_completed_successfully" };
        if (after.Count > 0)
            written["depends_on"] = after;
        written["cap_drop"] = Yaml.Texts(["ALL"]);
        written["security_opt"] = Yaml.Texts(["no-new-privileges:true"]);
        written["restart"] = restart;
        written["stop_grace_period"] = "30s";
        written["deploy"] = new JsonObject
        {
            ["replicas"] = service.Count,
            ["resources"] = new JsonObject { ["limits"] = new JsonObject { ["cpus"] = "2", ["memory"] = memory } },
        };
        return written;
    }

    /// <summary>Without a health check: no program waits for it, and its image has no shell to run one.</summary>
    private static JsonObject DashboardService() => new()
    {
        ["image"] = Dashboard.Image,
        ["environment"] = Environment(Dashboard.Environment),
        ["ports"] = Yaml.Texts([$"127.0.0.1:{Dashboard.PagePort}:{Dashboard.PagePort}"]),
        ["cap_drop"] = Yaml.Texts(["ALL"]),
        ["security_opt"] = Yaml.Texts(["no-new-privileges:true"]),
        ["restart"] = "unless-stopped",
        ["deploy"] = new JsonObject { ["resources"] = new JsonObject { ["limits"] = new JsonObject { ["cpus"] = "1", ["memory"] = "512M" } } },
    };

    private static JsonObject Health(string command) => new()
    {
        ["test"] = Yaml.Texts(["CMD-SHELL", Variables.ForCompose(command)]),
        ["interval"] = "5s",
        ["timeout"] = "5s",
        ["retries"] = 3,
        ["start_period"] = "60s",
    };

    private static JsonObject Volumes(PublishedSystem system)
    {
        var volumes = new JsonObject();
        foreach (var service in system.Services.Where(service => service.Volume == service.Name))
            volumes[service.Name] = new JsonObject();
        volumes["keys"] = new JsonObject();
        return volumes;
    }

    private static JsonObject Environment(SortedDictionary<string, string> environment)
    {
        var written = new JsonObject();
        foreach (var (name, value) in environment)
            written[name] = Variables.ForCompose(value);
        return written;
    }

    /// <summary>Lists every variable used in the file: secrets without a value, the others with their default as a comment.</summary>
    private static string Example(string compose)
    {
        var secrets = ProgramContainer.Asked(compose).Where(name => !Variables.Usual.ContainsKey(name));
        return $"""
            COMPOSE_PROJECT_NAME=dugout

            # Copy this file to .env and set each secret to its own value of 32 letters and digits, for example from: openssl rand -hex 16
            {string.Join('\n', secrets.Select(name => $"{name}="))}

            # Optional settings with their defaults:
            {string.Join('\n', Variables.Usual.Select(usual => $"#{usual.Key}={usual.Value}"))}

            """;
    }
}
