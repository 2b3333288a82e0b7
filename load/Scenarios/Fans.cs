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
    public async Task SignInFirstAsync(ShopClient shop, int howMany, TimeProvider time, CancellationToken brokenOff = default)
    {
        var fans = new Fan[howMany];
        await Parallel.ForAsync(0, howMany, new ParallelOptions { MaxDegreeOfParallelism = SignInsAtOnce, CancellationToken = brokenOff }, async (i, cancel) =>
        {
            for (var tries = 1; ; tries++)
            {
                var answer = await SignInAsync(shop, Email(i));
                if (answer.Body is { } fan)
                {
                    fans[i] = fan;
                    return;
                }

                if (answer.Outcome is not (Outcome.Shed or Outcome.TimeOut or Outcome.Fault) || tries == Tries) throw new SignInException($"{Email(i)} could not sign in: {answer.Status} {answer.Detail}".TrimEnd());
                await Task.Delay(TimeSpan.FromSeconds(1), time, cancel);
            }
        });
        _signedIn = fans;
    }

    /// <summary>The fan of an iteration: an account that has signed in before, or one that signs in now as the first step.</summary>
    public async Task<Fan> ForAsync(Visit visit)
    {
        var fan = signInEach ? await SignInAsync(visit) : _signedIn[visit.Random.Next(_signedIn.Length)];
        visit.Lab.Ledger.TakesPart(fan.Account);
        return fan;
    }

    /// <summary>Step 1, by the account at this index, from 0, with a device that its notices are pushed to.</summary>
    public Task<Fan> SignInWithDeviceAsync(Visit visit, int place)
    {
        var email = Email(place);
        var device = visit.Lab.Devices.Begins(email);
        return visit.AskAsync(Step, Repeat.Write, () => SignInAsync(visit.Lab.Shop, email, device));
    }

    /// <summary>Step 1, by any of the accounts.</summary>
    private Task<Fan> SignInAsync(Visit visit)
    {
        var email = Email(visit.Random.Next(count));
        return visit.AskAsync(Step, Repeat.Write, () => SignInAsync(visit.Lab.Shop, email));
    }

    private static async Task<Answer<Fan>> SignInAsync(ShopClient shop, string email, string? device = null)
    {
        var answer = await shop.SignInAsync(email, Password, device);
        var fan = answer.Body is { } session ? new Fan(session.Account.Id, session.AccessToken) : null;
        return new Answer<Fan>(answer.Outcome, answer.Code, answer.Detail, answer.Bytes, fan, answer.EffectUnknown) { RetryAfter = answer.RetryAfter };
    }

    private string Email(int i) => string.Create(CultureInfo.InvariantCulture, $"fan{first + i}@dugout.test");
}

/// <summary>A signed-in account.</summary>
internal sealed record Fan(long Account, string Token);

/// <summary>An account could not sign in before the measurement; the message is the line the user sees.</summary>
internal sealed class SignInException(string message) : Exception(message);
