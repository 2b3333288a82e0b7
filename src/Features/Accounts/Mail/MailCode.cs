using System.Text.Json;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Mails a code if the account exists and needs one. The mail goes to the account's stored e-mail, not to the requested one, which the database may treat as equal. Each
/// delivery attempt makes another code, and all stay valid until one is used, so a mail sent despite a reported failure still works. A password-reset mail first takes the
/// account's slot by a conditional update, which limits how often an account gets one.
/// </summary>
public sealed class MailCode(Databases databases, IMailer mailer, IOptions<MailOptions> options, TimeProvider clock) : IOutboxReceiver
{
    /// <summary>The columns of the account this receiver needs.</summary>
    private sealed class Addressee
    {
        public long Id { get; init; }

        public required string Email { get; init; }

        public int Generation { get; init; }

        public DateTime? ConfirmedAt { get; init; }
    }

    /// <inheritdoc/>
    public string Topic => MailWanted.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var wanted = JsonSerializer.Deserialize<MailWanted>(message.Body, JsonSerializerOptions.Web)!;
        var code = MailedCode.Make();
        if (await NoteAsync(message, wanted, code, cancellation) is { } addressee)
            await mailer.SendAsync(LetterOf(addressee, wanted.Purpose, code), cancellation);
    }

    /// <summary>Stores the code's hash before the code is sent. The connection is returned before the partner is called.</summary>
    /// <returns>The recipient; null if there is nothing to send.</returns>
    private async Task<Addressee?> NoteAsync(OutboxMessage message, MailWanted wanted, string code, CancellationToken cancellation)
    {
        const string Find = "SELECT id AS Id, email AS Email, generation AS Generation, confirmed_at AS ConfirmedAt FROM accounts WHERE email = @Email";
        const string Note = """
            INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at)
            VALUES (@hash, @Id, @Purpose, @Generation, UTC_TIMESTAMP(6) + INTERVAL @life SECOND)
            """;
        var isReset = wanted.Purpose == MailWanted.Reset;
        var life = isReset ? options.Value.ResetSeconds : options.Value.ConfirmSeconds;
        // The message is older than the code's lifetime, so the mail is no longer useful.
        if (clock.GetUtcNow().UtcDateTime - message.WrittenAt.Utc() > TimeSpan.FromSeconds(life))
            return null;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var addressee = await connection.QuerySingleOrDefaultAsync<Addressee>(new(Find, new { wanted.Email }, cancellationToken: cancellation));
        if (addressee is null || (isReset ? !await TakeTurnAsync(addressee, message) : addressee.ConfirmedAt is not null))
            return null;
        await connection.ExecuteAsync(new(Note, new { hash = MailedCode.HashOf(code), addressee.Id, wanted.Purpose, addressee.Generation, life }, cancellationToken: cancellation));
        return addressee;

        async Task<bool> TakeTurnAsync(Addressee account, OutboxMessage mail) => await connection.ExecuteAsync(new(
            """
            UPDATE accounts SET reset_mail = @Message, reset_mailed_at = UTC_TIMESTAMP(6)
            WHERE id = @Id AND (reset_mailed_at IS NULL OR reset_mail = @Message OR reset_mailed_at < UTC_TIMESTAMP(6) - INTERVAL @PauseSeconds SECOND)
            """, new { Message = mail.Id, account.Id, options.Value.PauseSeconds }, cancellationToken: cancellation)) == 1;
    }

    private static Letter LetterOf(Addressee addressee, string purpose, string code) => purpose == MailWanted.Reset
        ? new(addressee.Email, "Dugout 비밀번호 재설정", $"비밀번호를 새로 정하려면 이 코드를 넣으세요: {code}\n요청하지 않았다면 이 메일은 무시하세요.")
        : new(addressee.Email, "Dugout 이메일 확인", $"가입해 주셔서 고맙습니다. 이메일을 확인하려면 이 코드를 넣으세요: {code}");
}
