using System.Globalization;
using Dugout.Load.Shop;

namespace Dugout.Load.Scenarios;

/// <summary>The seeded accounts that buy tickets.</summary>
internal sealed class Fans(int count)
{
    // A password hash costs the API a tenth of a second of CPU: a few at a time keep it busy, more would only wait or be shed.
    private const int SignInsAtOnce = 4;
    private const int Tries = 20;
    private const string Password = "take-me-out-2027";

    private Fan[] _signedIn = [];

    /// <summary>How many accounts take part.</summary>
    public int Count => count;

    /// <summary>How many accounts take part when nobody says: five for each flow a second, at least 20, no more than there are.</summary>
    public static int Sensible(int rate, int available) => Math.Min(available, Math.Max(20, 5 * rate));

    /// <summary>The first account that signed in: it asks what has to be known before and after the load.</summary>
    public Fan Scout => _signedIn[0];

    /// <summary>The accounts that have signed in.</summary>
    public IReadOnlyList<Fan> SignedIn => _signedIn;

    /// <summary>Signs the first so many accounts in; where the shop is too busy it is asked again after a second.</summary>
    /// <exception cref="SignInException">An account could not sign in.</exception>
    public async Task SignInFirstAsync(ShopClient shop, int howMany, TimeProvider time)
    {
        var fans = new Fan[howMany];
        await Parallel.ForAsync(0, howMany, new ParallelOptions { MaxDegreeOfParallelism = SignInsAtOnce }, async (i, cancel) =>
        {
            for (var tries = 1; ; tries++)
            {
                var answer = await SignInAsync(shop, Email(i)).ConfigureAwait(false);
                if (answer.Body is { } fan)
                {
                    fans[i] = fan;
                    return;
                }

                if (answer.Outcome != Outcome.Shed || tries == Tries) throw new SignInException($"{Email(i)} could not sign in: {answer.Status} {answer.Detail}".TrimEnd());
                await Task.Delay(TimeSpan.FromSeconds(1), time, cancel).ConfigureAwait(false);
            }
        }).ConfigureAwait(false);
        _signedIn = fans;
    }

    /// <summary>Signs one account in.</summary>
    public static async Task<Answer<Fan>> SignInAsync(ShopClient shop, string email)
    {
        var answer = await shop.SignInAsync(email, Password).ConfigureAwait(false);
        var fan = answer.Body is { } session ? new Fan(session.Account.Id, session.AccessToken) : null;
        return new Answer<Fan>(answer.Outcome, answer.Code, answer.Detail, answer.Bytes, fan, answer.EffectUnknown);
    }

    /// <summary>A random account that has signed in.</summary>
    public Fan Random() => _signedIn[System.Random.Shared.Next(_signedIn.Length)];

    /// <summary>The address of a random account, signed in or not.</summary>
    public string RandomEmail() => Email(System.Random.Shared.Next(count));

    private static string Email(int i) => string.Create(CultureInfo.InvariantCulture, $"fan{i + 1}@dugout.test");
}

/// <summary>A signed-in account.</summary>
internal sealed record Fan(long Account, string Token);

/// <summary>An account could not sign in before the clock; the message is the line the user sees.</summary>
internal sealed class SignInException(string message) : Exception(message);
