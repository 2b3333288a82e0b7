// Opening a session: TCP, greeting, TLS, and the password dances.
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace MySqlConnector;

internal sealed partial class Session
{
    // What this driver can do, as bits of the greeting.
    private const uint LongPassword = 1, FoundRows = 2, LongFlag = 4, ConnectWithDatabase = 8, Protocol41 = 0x200, Tls = 0x800,
        Transactions = 0x2000, SecureConnection = 0x8000, MultiStatements = 0x10000, MultiResults = 0x20000,
        PreparedMultiResults = 0x40000, PluginAuth = 0x80000, PluginAuthLength = 0x200000,
        SessionTrack = 0x800000, DeprecateEof = 0x1000000;

    private const byte Utf8Mb4GeneralCi = 45, Utf8Mb4UnicodeCi0900 = 255;
    private const string NativePassword = "mysql_native_password", CachingSha2 = "caching_sha2_password", Sha256 = "sha256_password";
    private const int MostAuthPackets = 10;

    /// <summary>Opens a session within the token's patience; what the caller gets instead is an exception with a number.</summary>
    public static async ValueTask<Session> ConnectAsync(ConnectionSettings settings, int generation, bool async, CancellationToken token)
    {
        SocketException? refused = null;
        foreach (var address in await ResolveAsync(settings, async, token).ConfigureAwait(false))
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            // Disposing is the one thing that ends a synchronous wait, too.
            using var patience = token.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), socket);
            var session = new Session(settings, new Wire(socket)) { Generation = generation };
            try
            {
                await session.ConnectAsync(socket, new IPEndPoint(address, settings.Port), async, token).ConfigureAwait(false);
                return session;
            }
            catch (SocketException error) when (!token.IsCancellationRequested && !socket.Connected)
            {
                refused = error;
                session.Abort();
            }
            catch (Exception error)
            {
                session.Abort();
                token.ThrowIfCancellationRequested();
                throw error switch
                {
                    MySqlException or NotSupportedException => error,
                    _ => new MySqlException(MySqlErrorCode.UnableToConnectToHost,
                        $"Couldn't connect to server {settings.Server}:{settings.Port}: {error.Message}", error),
                };
            }
        }
        throw new MySqlException(MySqlErrorCode.UnableToConnectToHost,
            $"Unable to connect to any of the specified MySQL hosts ({settings.Server}:{settings.Port}).", refused);
    }

    private static async ValueTask<IPAddress[]> ResolveAsync(ConnectionSettings settings, bool async, CancellationToken token)
    {
        if (IPAddress.TryParse(settings.Server, out var address))
            return [address];
        try
        {
            return async ? await Dns.GetHostAddressesAsync(settings.Server, token).ConfigureAwait(false) : Dns.GetHostAddresses(settings.Server);
        }
        catch (SocketException error)
        {
            throw new MySqlException(MySqlErrorCode.UnableToConnectToHost, $"The host '{settings.Server}' isn't known.", error);
        }
    }

    private async ValueTask ConnectAsync(Socket socket, IPEndPoint endPoint, bool async, CancellationToken token)
    {
        if (async)
            await socket.ConnectAsync(endPoint, token).ConfigureAwait(false);
        else
            socket.Connect(endPoint);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        if (_settings.Keepalive > 0)
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, _settings.Keepalive);

        await _wire.ReadPacketAsync(async).ConfigureAwait(false);
        var greeting = ParseGreeting();
        var capabilities = CapabilitiesFor(greeting);
        await SecureAsync(greeting, capabilities, async, token).ConfigureAwait(false);
        WriteLogin(greeting, capabilities);
        await _wire.FlushAsync(async).ConfigureAwait(false);
        await AuthenticateAsync(greeting, async).ConfigureAwait(false);

        _deprecateEof = (capabilities & DeprecateEof) != 0;
        _startDatabase = Database = _settings.Database;
        _wire.PayloadLimit = Wire.LargestPacket;
    }

    private Greeting ParseGreeting()
    {
        var reader = new PacketReader(_wire.Payload);
        var version = reader.ReadByte();
        if (version == 0xFF)
            throw ParseError(_wire.Payload);
        if (version != 10)
            throw new ProtocolException($"Protocol version {version}; 10 was expected.");
        ServerVersion = reader.ReadZeroEnded();
        IsMariaDb = ServerVersion.Contains("MariaDB", StringComparison.OrdinalIgnoreCase);
        // An old MariaDB prefix that made MySQL 5.5 replicas accept a version of 10.
        if (IsMariaDb && ServerVersion.StartsWith("5.5.5-", StringComparison.Ordinal))
            ServerVersion = ServerVersion[6..];
        ThreadId = (int)reader.ReadUInt32();
        var nonce = new byte[20];
        reader.Take(8).CopyTo(nonce);
        reader.ReadByte();
        uint capabilities = reader.ReadUInt16();
        reader.ReadByte();
        Status = (ServerStatus)reader.ReadUInt16();
        capabilities |= (uint)reader.ReadUInt16() << 16;
        reader.Take(11);
        if ((capabilities & (Protocol41 | SecureConnection)) != (Protocol41 | SecureConnection))
            throw new NotSupportedException("The server is older than the 4.1 protocol.");
        reader.Take(12).CopyTo(nonce.AsSpan(8));
        reader.ReadByte();
        var plugin = (capabilities & PluginAuth) != 0 && reader.Remaining > 0 ? reader.ReadZeroEnded() : NativePassword;
        return new Greeting(capabilities, nonce, plugin);
    }

    private uint CapabilitiesFor(Greeting greeting)
    {
        var wanted = LongPassword | LongFlag | Protocol41 | Transactions | SecureConnection | MultiStatements | MultiResults
            | PreparedMultiResults | PluginAuth | PluginAuthLength | SessionTrack | DeprecateEof
            | (_settings.UseAffectedRows ? 0 : FoundRows)
            | (_settings.Database.Length > 0 ? ConnectWithDatabase : 0)
            | (_settings.SslMode == MySqlSslMode.None ? 0 : Tls);
        // MariaDB doesn't show the oldest bit; it means "extended capabilities follow" there.
        return wanted & (greeting.Capabilities | LongPassword);
    }

    private async ValueTask SecureAsync(Greeting greeting, uint capabilities, bool async, CancellationToken token)
    {
        if ((capabilities & Tls) == 0)
        {
            if (_settings.SslMode > MySqlSslMode.Preferred)
                throw new MySqlException(MySqlErrorCode.UnableToConnectToHost, "Server does not support SSL.");
            return;
        }
        WriteLoginHead(1, capabilities);
        _wire.EndPacket();
        await _wire.FlushAsync(async).ConfigureAwait(false);
        try
        {
            await _wire.SecureAsync(TlsOptions(), async, token).ConfigureAwait(false);
        }
        catch (System.Security.Authentication.AuthenticationException error)
        {
            throw new MySqlException(MySqlErrorCode.UnableToConnectToHost, "SSL Authentication Error: " + error.Message, error);
        }
    }

    private SslClientAuthenticationOptions TlsOptions()
    {
        var options = new SslClientAuthenticationOptions { TargetHost = _settings.Server };
        X509Certificate2Collection? roots = null;
        if (_settings.SslCa.Length > 0)
        {
            roots = [];
            roots.ImportFromPemFile(_settings.SslCa);
        }
        // "Required" asks for secrecy, not for identity: that is what the two Verify modes are for.
        options.RemoteCertificateValidationCallback = (_, certificate, _, errors) => _settings.SslMode switch
        {
            MySqlSslMode.VerifyFull => (errors & ~SslPolicyErrors.RemoteCertificateChainErrors) == 0 && IsTrusted(certificate, errors, roots),
            MySqlSslMode.VerifyCA => certificate is not null && IsTrusted(certificate, errors, roots),
            _ => true,
        };
        return options;
    }

    private static bool IsTrusted(X509Certificate? certificate, SslPolicyErrors errors, X509Certificate2Collection? roots)
    {
        if (roots is null)
            return (errors & SslPolicyErrors.RemoteCertificateChainErrors) == 0;
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(roots);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        return certificate is not null && chain.Build(new X509Certificate2(certificate));
    }

    private void WriteLoginHead(byte sequence, uint capabilities)
    {
        _wire.StartPacket(sequence);
        _wire.WriteUInt32(capabilities);
        _wire.WriteUInt32(Wire.LargestPacket);
        _wire.WriteByte(IsMariaDb || !ServerVersion.StartsWith('8') && !ServerVersion.StartsWith('9') ? Utf8Mb4GeneralCi : Utf8Mb4UnicodeCi0900);
        _wire.GetSpan(23)[..23].Clear();
        _wire.Advance(23);
    }

    private void WriteLogin(Greeting greeting, uint capabilities)
    {
        WriteLoginHead((byte)(_wire.IsSecure ? 2 : 1), capabilities);
        _wire.WriteZeroEnded(_settings.UserId);
        var proof = Proof(greeting.Plugin, _settings.Password, greeting.Nonce);
        _wire.WriteByte((byte)proof.Length);
        _wire.Write(proof);
        if ((capabilities & ConnectWithDatabase) != 0)
            _wire.WriteZeroEnded(_settings.Database);
        if ((capabilities & PluginAuth) != 0)
            _wire.WriteZeroEnded(greeting.Plugin == CachingSha2 ? CachingSha2 : NativePassword);
        _wire.EndPacket();
        _wire.ExpectSequence(_wire.AnswerSequence);
    }

    private async ValueTask AuthenticateAsync(Greeting greeting, bool async)
    {
        var (nonce, plugin) = (greeting.Nonce, greeting.Plugin);
        for (var packets = 0; packets < MostAuthPackets; packets++)
        {
            await _wire.ReadPacketAsync(async).ConfigureAwait(false);
            switch (_wire.Payload.Length == 0 ? 0xFF : _wire.Payload[0])
            {
                case 0x00:
                    var ok = new PacketReader(_wire.Payload[1..]);
                    ParseOk(ref ok);
                    return;
                case 0xFE:
                    (plugin, nonce) = ParseSwitch();
                    if (plugin == Sha256) // MySQL asks users it doesn't know by any method at all, and refuses them afterwards.
                        await SendPasswordAsync(nonce, 1, async).ConfigureAwait(false);
                    else
                        await AnswerAsync(Proof(plugin, _settings.Password, nonce), async).ConfigureAwait(false);
                    break;
                case 0x01 when plugin == CachingSha2 && _wire.Payload.Length == 2:
                    if (_wire.Payload[1] == 4) // The full exchange.
                        await SendPasswordAsync(nonce, 2, async).ConfigureAwait(false);
                    break;
                case 0xFF when _wire.Payload.Length > 0:
                    throw ParseError(_wire.Payload);
                default:
                    throw new ProtocolException("An answer to the login that no authentication method here knows.");
            }
        }
        throw new ProtocolException("The login never came to an end.");
    }

    private (string Plugin, byte[] Nonce) ParseSwitch()
    {
        var reader = new PacketReader(_wire.Payload);
        reader.ReadByte();
        var plugin = reader.Remaining == 0 ? "mysql_old_password" : reader.ReadZeroEnded();
        if (plugin is not (NativePassword or CachingSha2 or Sha256))
            throw new NotSupportedException($"Authentication method '{plugin}' is not supported.");
        return (plugin, reader.Take(20).ToArray());
    }

    /// <summary>The server doesn't hold the hash yet: it gets the password itself, over TLS or under its own public key.</summary>
    private async ValueTask SendPasswordAsync(byte[] nonce, byte keyRequest, bool async)
    {
        var password = Encoding.UTF8.GetBytes(_settings.Password + '\0');
        if (_wire.IsSecure)
        {
            await AnswerAsync(password, async).ConfigureAwait(false);
            return;
        }
        if (!_settings.AllowPublicKeyRetrieval)
        {
            throw new MySqlException(MySqlErrorCode.UnableToConnectToHost,
                "Authentication method failed. Either use a secure connection, or set AllowPublicKeyRetrieval=True.");
        }
        await AnswerAsync([keyRequest], async).ConfigureAwait(false);
        await _wire.ReadPacketAsync(async).ConfigureAwait(false);
        if (_wire.Payload.Length < 2 || _wire.Payload[0] != 1)
            throw new ProtocolException("No public key came.");
        using var rsa = RSA.Create();
        try
        {
            rsa.ImportFromPem(Encoding.ASCII.GetString(_wire.Payload[1..]));
        }
        catch (Exception error) when (error is ArgumentException or CryptographicException)
        {
            throw new ProtocolException("What came as a public key is none: " + error.Message);
        }
        for (var i = 0; i < password.Length; i++)
            password[i] ^= nonce[i % nonce.Length];
        await AnswerAsync(rsa.Encrypt(password, RSAEncryptionPadding.OaepSHA1), async).ConfigureAwait(false);
    }

    private async ValueTask AnswerAsync(byte[] answer, bool async)
    {
        _wire.StartPacket(_wire.NextSequence);
        _wire.Write(answer);
        _wire.EndPacket();
        _wire.ExpectSequence(_wire.AnswerSequence);
        await _wire.FlushAsync(async).ConfigureAwait(false);
    }

    /// <summary>Shows knowledge of the password without telling it: its hash, masked by a hash of the nonce and its own hash.</summary>
    private static byte[] Proof(string plugin, string password, byte[] nonce)
    {
        if (password.Length == 0)
            return [];
        var isSha2 = plugin == CachingSha2;
#pragma warning disable CA5350 // The older method is defined by SHA-1; the server's account chose it.
        Func<byte[], byte[]> hash = isSha2 ? SHA256.HashData : SHA1.HashData;
#pragma warning restore CA5350
        var once = hash(Encoding.UTF8.GetBytes(password));
        var mask = hash(isSha2 ? [.. hash(once), .. nonce] : [.. nonce, .. hash(once)]);
        for (var i = 0; i < once.Length; i++)
            once[i] ^= mask[i];
        return once;
    }

    private sealed record Greeting(uint Capabilities, byte[] Nonce, string Plugin);
}
