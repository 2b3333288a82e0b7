using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>The seeded accounts that take part.</summary>
/// <param name="count">The number of accounts.</param>
/// <param name="first">The number of the first account.</param>
/// <param name="signInEach">Whether each iteration signs in, instead of each account once before the measurement.</param>
internal sealed class Fans(int count, int first = 1, bool signInEach = false)
{
    // A password hash costs the API a tenth of a second of CPU: a few at a time keep it busy, more would only wait or be shed.
    private const int SignInsAtOnce = 4;
    private const int Tries = 20;
    private const string Password = "take-me-out-2027";
    private const string Step = "1 sign in";

    private Fan[] _signedIn = [];

    /// <summary>The number of accounts that take part.</summary>
    public int Count => count;

    /// <summary>The default number of accounts: five for each iteration per second, at least 20, at most the available ones.</summary>
    public static int Sensible(int rate, int available) => Math.Min(available, Math.Max(20, 5 * rate));

    /// <summary>The first account that signed in. It sends the requests needed before and after the load.</summary>
    public Fan Scout => _signedIn[0];

    /// <summary>The accounts that have signed in.</summary>
    public IReadOnlyList<Fan> SignedIn => _signedIn;

    /// <summary>Signs in the first accounts; where the shop is overloaded or does not respond, it retries after a second.</summary>
    /// <exception cref="SignInException">An account could not sign in.</exception>
    public async Task SignInFirstAsync(ShopClient shop, int howMany, TimeProvider time, CancellationToken abort = default)
    {
        var fans = new Fan[howMany];
        await Parallel.ForAsync(0, howMany, new ParallelOptions { MaxDegreeOfParallelism = SignInsAtOnce, CancellationToken = abort }, async (i, cancel) =>
        {
            for (var tries = 1; ; tries++)
            {
                var response = await SignInAsync(shop, Email(i));
                if (response.Body is { } fan)
                {
                    fans[i] = fan;
                    return;
                }

                if (response.Outcome is not (Outcome.Shed or Outcome.TimeOut or Outcome.Fault) || tries == Tries) throw new SignInException($"{Email(i)} could not sign in: {response.Status} {response.Detail}".TrimEnd());
                await Task.Delay(TimeSpan.FromSeconds(1), time, cancel);
            }
        });
        _signedIn = fans;
    }

    /// <summary>The fan of an iteration: an account that has signed in before, or one that signs in now as the first step.</summary>
    public async Task<Fan> ForAsync(Iteration iteration)
    {
        var fan = signInEach ? await SignInAsync(iteration) : _signedIn[iteration.Random.Next(_signedIn.Length)];
        iteration.Lab.HistoryRecorder.TakesPart(fan.Account);
        return fan;
    }

    /// <summary>The fan with the number of an iteration: each takes part once.</summary>
    public Fan Number(Iteration iteration)
    {
        var fan = _signedIn[(iteration.Lab.Options.FirstFan ?? 0) + iteration.Number - 1];
        iteration.Lab.HistoryRecorder.TakesPart(fan.Account);
        return fan;
    }

    /// <summary>Step 1, by the account at this index, from 0, with a device that its notices are pushed to.</summary>
    public Task<Fan> SignInWithDeviceAsync(Iteration iteration, int index)
    {
        var email = Email(index);
        var device = iteration.Lab.Devices.Begins(email);
        return iteration.StepAsync(Step, Repeat.Write, () => SignInAsync(iteration.Lab.Shop, email, device));
    }

    /// <summary>Step 1, by any of the accounts.</summary>
    private Task<Fan> SignInAsync(Iteration iteration)
    {
        var email = Email(iteration.Random.Next(count));
        return iteration.StepAsync(Step, Repeat.Write, () => SignInAsync(iteration.Lab.Shop, email));
    }

    private static async Task<ShopResponse<Fan>> SignInAsync(ShopClient shop, string email, string? device = null)
    {
        var response = await shop.SignInAsync(email, Password, device);
        var fan = response.Body is { } session ? new Fan(session.Account.Id, session.AccessToken) : null;
        return new ShopResponse<Fan>(response.Outcome, response.Code, response.Detail, response.Bytes, fan, response.EffectUnknown) { RetryAfter = response.RetryAfter };
    }

    private string Email(int i) => string.Create(CultureInfo.InvariantCulture, $"fan{first + i}@dugout.test");
}

/// <summary>A signed-in account.</summary>
internal sealed record Fan(long Account, string Token);

/// <summary>An account could not sign in before the measurement; the message is the line the user sees.</summary>
internal sealed class SignInException(string message) : Exception(message);
