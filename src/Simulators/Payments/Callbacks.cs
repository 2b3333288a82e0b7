using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text.Json;

namespace Dugout.Simulators.Payments;

/// <summary>
/// Sends the outcome of payments to the shop (setting <c>Callbacks:Address</c>; without it callbacks are off), signed with the key in
/// <c>Keys:Folder</c>. Each callback is sent once: one that does not arrive is lost, which the shop must tolerate.
/// </summary>
internal sealed class Callbacks(IConfiguration configuration, Book book, TimeProvider clock, IHostApplicationLifetime life, ILogger<Callbacks> log) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false }) { Timeout = Patience };

    /// <summary>Sends the callbacks of a new payment, when they are due.</summary>
    public async Task SendAsync(Payment payment, Behaviour behaviour)
    {
        if (configuration["Callbacks:Address"] is not { Length: > 0 } shop)
            return;
        try
        {
            await WaitAsync(payment.DecidedAt - clock.GetUtcNow());
            // A payment that was returned before it was decided has no outcome.
            if (book.Find(payment.Key)?.StateAt(clock.GetUtcNow()) == "closed")
                return;
            await WaitAsync(TimeSpan.FromMilliseconds(behaviour.CallbackMilliseconds));
            for (var sent = 0; sent < behaviour.Callbacks; sent++)
                await PostAsync(new Uri(new Uri(shop), "/api/payments/callbacks"), payment);
        }
        catch (OperationCanceledException) when (life.ApplicationStopping.IsCancellationRequested)
        {
            // The partner is stopping; the shop must query the payment.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private Task WaitAsync(TimeSpan pause) =>
        pause > TimeSpan.Zero ? Task.Delay(pause, clock, life.ApplicationStopping) : Task.CompletedTask;

    private async Task PostAsync(Uri address, Payment payment)
    {
        var state = payment.Outcome == Outcome.Approve ? "approved" : "declined";
        var body = JsonSerializer.SerializeToUtf8Bytes(new { paymentId = payment.PaymentId, key = payment.Key, amount = payment.Amount, state });
        try
        {
            using var content = new ByteArrayContent(body);
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            content.Headers.Add("X-Signature", Convert.ToHexStringLower(HMACSHA256.HashData(Key(), body)));
            using var answer = await _http.PostAsync(address, content, life.ApplicationStopping);
            if (!answer.IsSuccessStatusCode)
                log.LogWarning("The shop rejected a payment callback with status {Status}; it is not sent again", (int)answer.StatusCode);
        }
        catch (Exception error) when (error is HttpRequestException or IOException || (error is OperationCanceledException && !life.ApplicationStopping.IsCancellationRequested))
        {
            log.LogWarning("Could not deliver a payment callback: {Reason}; it is not sent again", error.Message);
        }
    }

    private byte[] Key() => Convert.FromHexString(File.ReadAllText(Path.Combine(configuration["Keys:Folder"] ?? "", "payments.key")).Trim());
}
