using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Dugout.Infrastructure.Run;

namespace Dugout.Tests.Support;

/// <summary>
/// Aspire's orchestrator as tests start it. By itself it makes RSA keys at every start, for the TLS to its parent process, which costs a system in a test more CPU than
/// its database and Redis do. Here it is given one key, made once for all tests of this checkout.
/// </summary>
internal static class TestOrchestrator
{
    private const string Variable = "DcpPublisher__CliPath";
    private const UnixFileMode Mine = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private static readonly TimeSpan Valid = TimeSpan.FromDays(365);

    /// <summary>Among the other files that a build makes.</summary>
    private static readonly string Folder = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../orchestrator"));

    /// <summary>Has whatever this process starts use it.</summary>
    public static void Use()
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } || !File.Exists(AspireApplication.OrchestratorPath))
            return;
        var program = Path.Combine(Folder, "dcp");
        var isThere = File.Exists(program) && DateTime.UtcNow - File.GetLastWriteTimeUtc(program) < Valid / 2
            && File.ReadAllText(program).Contains($"'{AspireApplication.OrchestratorPath}'", StringComparison.Ordinal);
        if (!isThere)
            Make(program);
        Environment.SetEnvironmentVariable(Variable, program);
    }

    /// <summary>Several test processes may do so at once: each makes a key of its own, and the last one's script stays.</summary>
    private static void Make(string program)
    {
        var key = Path.Combine(Directory.CreateDirectory(Path.Combine(Folder, Path.GetRandomFileName())).FullName, "key.pem");
        var certificate = Path.ChangeExtension(key, "crt");
        using var pair = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", pair, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(X509BasicConstraintsExtension.CreateForCertificateAuthority());
        using var signed = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow + Valid);
        Write(key, Mine, pair.ExportPkcs8PrivateKeyPem());
        Write(certificate, Mine, signed.ExportCertificatePem());

        var making = Path.ChangeExtension(key, "sh");
        Write(making, Mine | UnixFileMode.UserExecute, $"""
            #!/bin/sh
            if [ "$1" = start-apiserver ]; then
                shift
                exec '{AspireApplication.OrchestratorPath}' start-apiserver --tls-cert-file '{certificate}' --tls-key-file '{key}' "$@"
            fi
            exec '{AspireApplication.OrchestratorPath}' "$@"

            """);
        File.Move(making, program, overwrite: true);
    }

    private static void Write(string path, UnixFileMode mode, string content)
    {
        using var writer = new StreamWriter(path, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, UnixCreateMode = mode });
        writer.Write(content);
    }
}
