using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Servers.MySql;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>
/// Where the second engine comes from where tests ask for it, on a machine made of scripts; .ci/run makes the real download.
/// Whatever stands in its way is one line that begins alike, which is how .ci/run tells it from a failure.
/// </summary>
public sealed class MySqlDownloadTests : IDisposable
{
    private const string Fits = "echo 'mysqld  Ver 9.7.4-2 for Linux on x86_64 (Debian)'";

    private readonly ScriptedMachine _machine = new(cache: "cache");
    private readonly List<string> _said = [];

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task It_comes_from_the_machines_own_mirror_with_the_libraries_it_loads_and_is_made_once()
    {
        Apt(Fits);

        var program = await ObtainAsync();

        Assert.Equal("MySQL 9.7.4", program.ToString());
        Assert.StartsWith(_machine.Cache, program.Path, StringComparison.Ordinal);
        Assert.Contains(_said, line => line.StartsWith("Downloading 4 packages, 42.5 MB", StringComparison.Ordinal));
        Assert.Equal(["mysql-server-core libicu79 zlib1g libc6"], _machine.Noted("packages"));
        Assert.EndsWith("http://deb.example/debian sid main", Assert.Single(_machine.Noted("sources")), StringComparison.Ordinal);
        _said.Clear();
        Assert.Equal(program, await ObtainAsync());
        Assert.Empty(_said);
    }

    [Theory]
    [InlineData("echo 'mysqld  Ver 10.1.0 for Linux on x86_64 (Debian)'", "sid now has MySQL 10.1.0")]
    [InlineData("echo 'error while loading shared libraries: libnew.so.1' >&2; exit 127", "libnew.so.1")]
    public async Task What_no_longer_fits_is_never_given_a_place(string server, string why)
    {
        Apt(server);

        Assert.Contains(why, await RefusedAsync(), StringComparison.Ordinal);
        Assert.Empty(Directory.GetDirectories(_machine.Cache));
    }

    [Fact]
    public async Task A_machine_without_a_Debian_mirror_is_refused_and_asks_nobody_else()
    {
        Apt(Fits, origin: "Ubuntu");

        Assert.Contains("no Debian mirror", await RefusedAsync(), StringComparison.Ordinal);
        Assert.Empty(_machine.Noted("packages"));
    }

    [Fact]
    public async Task Without_apt_one_line_says_so() => Assert.Contains("needs apt-get", await RefusedAsync(), StringComparison.Ordinal);

    private Task<MySqlProgram> ObtainAsync() => MySqlDownload.ObtainAsync(_machine.Settings, _said.Add, TestContext.Current.CancellationToken);

    private async Task<string> RefusedAsync()
    {
        var refused = (await Assert.ThrowsAsync<StartFailedException>(ObtainAsync)).Message;
        Assert.StartsWith("MySQL 9 is not available: ", refused, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused);
        return refused;
    }

    /// <summary>An apt whose machine has one mirror, and a dpkg-deb whose server and loader are scripts.</summary>
    private void Apt(string server, string origin = "Debian")
    {
        _machine.Script("apt-get", $"""
            case "$*" in
              *indextargets*) echo 'stable {origin} http://deb.example/debian'; echo 'stable Other http://third.example/debian';;
              *--print-uris*) echo "'http://deb.example/a.deb' a.deb 42500000 SHA256:0";;
              *update*) cat sources.list > '{_machine.Folder}/sources';;
              *download*) shift 4; echo "$*" > '{_machine.Folder}/packages'; : > a.deb;;
            esac
            """);
        _machine.Script("apt-cache", """
            case "$*" in
              *mysql-server-core) printf 'mysql-server-core\n  Depends: libicu79\n  Depends: libcurl4t64\n  Depends: zlib1g\n  Depends: <perl:any>\n';;
              *"libicu79 zlib1g") printf 'libicu79\n  Depends: libc6\nzlib1g\n  Depends: libc6\n';;
              *libc6) printf 'libc6\n';;
              *) exit 100;;
            esac
            """);
        _machine.Script("dpkg-deb", $"""
            mkdir -p "$3/usr/lib/x86_64-linux-gnu"
            cp '{_machine.Script("unpacked/loader", server)}' "$3/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"
            """);
    }
}
