using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>Passwords and TLS: against the server at hand, and against a small one of our own that speaks what it doesn't.</summary>
public sealed class AuthenticationTests(ServerFixture server)
{
    [Fact]
    public async Task A_wrong_password_is_access_denied()
    {
        await using var connection = new MySqlConnection(server.ConnectionString + ";Password=wrong");
        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync());
        Assert.Equal((MySqlErrorCode.AccessDenied, "28000"), (error.ErrorCode, error.SqlState));
    }

    /// <summary>MySQL asks whom it doesn't know by one method or another, so that nobody learns who is known.</summary>
    [Fact]
    public async Task Unknown_users_are_access_denied_however_they_are_asked()
    {
        for (var user = 1; user <= 20; user++)
        {
            await using var connection = new MySqlConnection($"{server.ConnectionString};User ID=nobody{user};Pooling=false;AllowPublicKeyRetrieval=true;SslMode={(user % 2 == 0 ? "None" : "Preferred")}");
            Assert.Equal(MySqlErrorCode.AccessDenied, (await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync())).ErrorCode);
        }
    }

    [Fact]
    public async Task An_unknown_database_is_named()
    {
        await using var connection = new MySqlConnection(server.ConnectionString + ";Database=nowhere_at_all");
        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync());
        // Which of the two depends on the account: one without rights isn't told whether the database exists.
        Assert.Contains(error.ErrorCode, (MySqlErrorCode[])[MySqlErrorCode.UnknownDatabase, MySqlErrorCode.DatabaseAccessDenied]);
        Assert.Contains("nowhere_at_all", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_where_nobody_listens_is_refused_at_once()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        await using var connection = new MySqlConnection($"Server=127.0.0.1;Port={port};ConnectionTimeout=5");
        var error = await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync());
        Assert.Equal(MySqlErrorCode.UnableToConnectToHost, error.ErrorCode);
        Assert.True(error.IsTransient);
        Assert.Throws<MySqlException>(connection.Open);
    }

    /// <summary>The account's first login can't take the fast path: the server has yet to learn its hash.</summary>
    [Fact]
    public async Task The_servers_own_caching_sha2_takes_key_then_cache()
    {
        await using var admin = new MySqlConnection(server.ConnectionString);
        await admin.OpenAsync();
        Assert.SkipWhen(admin.ServerVersion.Contains("MariaDB", StringComparison.Ordinal), "MariaDB has no caching_sha2_password; the server of our own below does.");
        await using var create = new MySqlCommand(
            "DROP USER IF EXISTS sha2; CREATE USER sha2@'%' IDENTIFIED WITH caching_sha2_password BY 'p\u00e4ss'; FLUSH PRIVILEGES", admin);
        await create.ExecuteNonQueryAsync();
        var plain = server.ConnectionString + ";User ID=sha2;Password=p\u00e4ss;Database=;SslMode=None;Pooling=false";
        await using var refused = new MySqlConnection(plain);
        Assert.Contains("AllowPublicKeyRetrieval", (await Assert.ThrowsAsync<MySqlException>(() => refused.OpenAsync())).Message, StringComparison.Ordinal);
        await using var keyed = new MySqlConnection(plain + ";AllowPublicKeyRetrieval=true");
        await keyed.OpenAsync();
        await using var cached = new MySqlConnection(plain);
        await cached.OpenAsync();
        await using var secure = new MySqlConnection(plain + ";SslMode=Required");
        secure.Open();
        await using var cipher = new MySqlCommand("SHOW STATUS LIKE 'Ssl_cipher'", secure);
        await using var reader = await cipher.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.NotEqual("", reader.GetString(1));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_full_exchange_sends_the_password_under_the_servers_key_only(bool allowed)
    {
        using var own = new SmallServer(certificate: null);
        await using var connection = new MySqlConnection($"{own.ConnectionString};SslMode=None;AllowPublicKeyRetrieval={allowed}");
        if (allowed)
        {
            await connection.OpenAsync();
            Assert.Equal("s\u00e9cret", own.Password);
        }
        else
        {
            await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync());
            Assert.Null(own.Password);
        }
    }

    [Theory]
    [InlineData("Preferred", "127.0.0.1", false, true)]
    [InlineData("Required", "127.0.0.1", false, true)]
    [InlineData("VerifyCA", "127.0.0.1", false, false)]
    [InlineData("VerifyFull", "127.0.0.1", false, false)]
    [InlineData("VerifyCA", "127.0.0.1", true, true)]
    [InlineData("VerifyFull", "127.0.0.1", true, false)]
    [InlineData("VerifyFull", "localhost", true, true)]
    public async Task Tls_modes_trust_what_they_say(string mode, string host, bool withAuthority, bool opens)
    {
        using var certificate = SelfSigned("localhost");
        var authority = Path.GetTempFileName();
        await File.WriteAllTextAsync(authority, certificate.ExportCertificatePem());
        try
        {
            using var own = new SmallServer(certificate);
            var settings = $"{own.ConnectionString};Server={host};SslMode={mode}{(withAuthority ? ";SslCa=" + authority : "")}";
            foreach (var synchronous in new[] { false, true })
            {
                await using var connection = new MySqlConnection(settings);
                var error = synchronous ? Record.Exception(connection.Open) : await Record.ExceptionAsync(() => connection.OpenAsync());
                if (opens)
                    Assert.Null(error);
                else
                    Assert.Contains("SSL", Assert.IsType<MySqlException>(error).Message, StringComparison.Ordinal);
                Assert.Equal(opens ? "s\u00e9cret" : null, own.Password);
            }
        }
        finally
        {
            File.Delete(authority);
        }
    }

    [Fact]
    public async Task Tls_that_is_required_and_missing_is_refused()
    {
        using var own = new SmallServer(certificate: null);
        await using var connection = new MySqlConnection(own.ConnectionString + ";SslMode=Required");
        Assert.Contains("SSL", (await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync())).Message, StringComparison.Ordinal);
        Assert.Null(own.Password);
    }

    private static X509Certificate2 SelfSigned(string host)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=" + host, key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), null);
    }

    /// <summary>Speaks caching_sha2_password's full exchange, over TLS or with a key, and remembers the password it was told.</summary>
    private sealed class SmallServer : IDisposable
    {
        private static readonly byte[] Nonce = [.. "12345678901234567890"u8];
        private readonly TcpListener _listener = new(IPAddress.Any, 0);
        private readonly X509Certificate2? _certificate;

        public SmallServer(X509Certificate2? certificate)
        {
            _certificate = certificate;
            _listener.Start();
            _ = AcceptAsync();
        }

        public string? Password { get; private set; }

        public string ConnectionString =>
            $"Server=127.0.0.1;Port={((IPEndPoint)_listener.LocalEndpoint).Port};User ID=u;Password=s\u00e9cret;Pooling=false;ConnectionTimeout=5";

        public void Dispose() => _listener.Dispose();

        private async Task AcceptAsync()
        {
            try
            {
                while (true)
                    await GreetAsync(await _listener.AcceptTcpClientAsync());
            }
            catch (Exception error) when (error is SocketException or ObjectDisposedException)
            {
                // The test is over.
            }
        }

        private async Task GreetAsync(TcpClient client)
        {
            using var _ = client;
            const uint Tls = 0x800;
            Stream stream = client.GetStream();
            try
            {
                await stream.WriteAsync(Packets.Greeting("9.0.0-small", "caching_sha2_password", _certificate is null ? 0 : Tls));
                byte sequence = 2;
                if (_certificate is not null)
                {
                    await HearAsync(stream);
                    var tls = new SslStream(stream);
                    await tls.AuthenticateAsServerAsync(_certificate);
                    stream = tls;
                    sequence++;
                }
                await HearAsync(stream);
                await stream.WriteAsync(Packets.Packet(sequence, [1, 4]));
                var answer = await HearAsync(stream);
                sequence += 2;
                if (_certificate is null)
                    (answer, sequence) = (await ExchangeKeyAsync(stream, answer, sequence), (byte)(sequence + 2));
                Password = Encoding.UTF8.GetString(answer).TrimEnd('\0');
                await stream.WriteAsync(Packets.Ok(sequence));
                await HearAsync(stream);
            }
            catch (Exception error) when (error is IOException or System.Security.Authentication.AuthenticationException)
            {
                // The client didn't like what it saw.
            }
        }

        private static async Task<byte[]> ExchangeKeyAsync(Stream stream, byte[] asked, byte sequence)
        {
            Assert.Equal([2], asked);
            using var key = RSA.Create(2048);
            var pem = Encoding.ASCII.GetBytes(key.ExportSubjectPublicKeyInfoPem());
            byte[] payload = [1, .. pem];
            await stream.WriteAsync(new byte[] { (byte)payload.Length, (byte)(payload.Length >> 8), 0, sequence }.Concat(payload).ToArray());
            var secret = key.Decrypt(await HearAsync(stream), RSAEncryptionPadding.OaepSHA1);
            return Array.ConvertAll([.. Enumerable.Range(0, secret.Length)], i => (byte)(secret[i] ^ Nonce[i % Nonce.Length]));
        }

        private static async Task<byte[]> HearAsync(Stream stream)
        {
            var head = new byte[4];
            await stream.ReadExactlyAsync(head);
            var payload = new byte[head[0] | head[1] << 8 | head[2] << 16];
            await stream.ReadExactlyAsync(payload);
            return payload;
        }
    }
}
