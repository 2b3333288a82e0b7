using System.Net;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>
/// Two fans, an operator, a caller without a token and one with a forged token, at every operation of the API, with every id it takes:
/// no caller reads or changes what belongs to another. The expected results are in <see cref="Doors"/>.
/// </summary>
public sealed partial class SomebodyElsesThingsTests(Shop shop)
{
    /// <summary>Neither an operation nor an id of one comes into the API without a word of who may.</summary>
    [Fact]
    public async Task Every_operation_and_every_id_parameter_is_in_the_table()
    {
        var described = await Described.ByAsync(shop.Http);

        Assert.Equal(
            described.Operations.Select(operation => $"{operation.Name}: {string.Join(", ", operation.Ids().Order(StringComparer.Ordinal))}").Order(StringComparer.Ordinal),
            Doors.All.Select(row => $"{row.Operation}: {string.Join(", ", row.Ids.Select(NameOf).Order(StringComparer.Ordinal))}").Order(StringComparer.Ordinal));
    }

    /// <summary>Operations missing in the description need no row: those of the watch page, without personal data, and those of programs.</summary>
    [Fact]
    public async Task Every_route_is_described()
    {
        var described = await Described.ByAsync(shop.Http);
        await using var replica = shop.Replica();

        var routes = replica.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .SelectMany(route => route.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods.Select(method => $"{method} {Constraint().Replace(route.RoutePattern.RawText!, "}").TrimEnd('/')}") ?? [])
            .Where(route => route.Contains(" /api/", StringComparison.Ordinal));

        Assert.Equal(described.Operations.Select(operation => operation.Name).Order(StringComparer.Ordinal), routes.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Private_data_of_another_account_cannot_be_read_or_changed()
    {
        var game = shop.NextGame();
        var theirs = await Belongings.OfAsync(await shop.NextFanAsync(), game, first: 1);
        var mine = await Belongings.OfAsync(await shop.NextFanAsync(), game, first: 1 + Belongings.Seats);
        var by = await shop.NextOperatorAsync();
        var before = (await theirs.PollAsync(), await mine.PollAsync());

        List<string> wrong = [];
        var asked = 0;
        foreach (var row in Doors.All)
        {
            var path = row.Operation.Split(' ')[1];
            foreach (var (who, token) in ((string, string?)[])[("a fan", mine.Owner.Token), ("an operator", by.Token), ("no token", null), ("a forger", Tampered(theirs.Owner.Token))])
            {
                foreach (var (whose, expected) in Expectations(row, who))
                {
                    var answer = await Belongings.SendAsync(row, shop.Http, token, name => whose.Length == 0 || Names(row, path, whose).Contains(name) ? theirs : mine);
                    asked++;
                    if (!IsAs(expected, answer) || theirs.Secrets.Any(secret => answer.Body.Contains(secret, StringComparison.Ordinal)))
                        wrong.Add($"{row.Operation}, {who}, {(whose.Length == 0 ? "all of it theirs" : $"their {whose}")}: {answer.Status} {answer.Body}, not {expected}");
                }
            }
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        Assert.Equal(before, (await theirs.PollAsync(), await mine.PollAsync()));
        TestContext.Current.SendDiagnosticMessage($"{asked} requests at {Doors.All.Count} operations, 0 leaks.");
    }

    /// <summary>The other side of it: the same requests, from whom they are for. Without this, whatever is malformed would pass for well guarded.</summary>
    [Fact]
    public async Task Authorised_requests_succeed()
    {
        var game = shop.NextGame();
        var first = 1;
        var forOperators = await NextAsync(await shop.NextOperatorAsync());
        // What is made comes first: it is what is changed and taken away then, and not what other tests look at.
        foreach (var row in Doors.All.Where(row => row.Door == Door.Operators || row.Ids.Any(id => id.Contains('=', StringComparison.Ordinal)))
            .OrderBy(row => !row.Operation.StartsWith("POST ", StringComparison.Ordinal)))
        {
            var mine = row.Door == Door.Operators ? forOperators : await NextAsync(await shop.NextFanAsync());

            var answer = await Belongings.SendAsync(row, shop.Http, mine.Owner.Token, _ => mine);

            Assert.True((int)answer.Status is >= 200 and < 300, $"{row.Operation}: {answer.Status} {answer.Body}");
            mine.Learn(answer);
        }

        Task<Belongings> NextAsync(Fan fan) => Belongings.OfAsync(fan, game, (first += Belongings.Seats) - Belongings.Seats);
    }

    /// <summary>The requests, each with the owner of its id (none for all) and the expected code, or status where it may be read.</summary>
    private static IEnumerable<(string Whose, string Expected)> Expectations(Row row, string who)
    {
        var isIn = who is "a fan" or "an operator";
        if (row.Door == Door.Partner)
            return [("", "bad-signature")];
        if (row.Door != Door.Everybody && !isIn)
            return [("", "not-signed-in")];
        if (row.Door == Door.Operators)
            return who == "a fan" ? [("", "not-allowed")] : [];
        var guarded = row.Ids.Where(id => id.Contains('=', StringComparison.Ordinal)).ToList();
        if (guarded.Count > 0)
            return guarded.SelectMany(Each);
        // To everybody's door as to one's own: what it shows to anybody has nothing in it that isn't for them.
        return row.Operation.StartsWith("GET ", StringComparison.Ordinal) ? [("", "shown")] : [];

        static IEnumerable<(string, string)> Each(string id)
        {
            var codes = id.Split('=')[1].Split(", alone ");
            return [("", codes[0]), (NameOf(id), codes[^1])];
        }
    }

    /// <summary>The ids that belong to another user when one does: those before it in the path do, too, unless it is tested alone.</summary>
    private static IEnumerable<string> Names(Row row, string path, string whose) =>
        row.Ids.Any(id => id.StartsWith($"{whose}=", StringComparison.Ordinal) && id.Contains(", alone ", StringComparison.Ordinal)) || !path.Contains($"{{{whose}}}", StringComparison.Ordinal)
            ? [whose]
            : path.Split('/').Where(part => part.StartsWith('{')).Select(part => part.Trim('{', '}'));

    private static bool IsAs(string expected, Answer answer) => expected switch
    {
        "200" => answer.Status == HttpStatusCode.OK,
        // A ranking without a worker and an unavailable picture store are not leaks.
        "shown" => (int)answer.Status < 300 || answer.Code is "busy" or "no-such-pick",
        "not-signed-in" or "bad-signature" => (answer.Status, answer.Code) == (HttpStatusCode.Unauthorized, expected),
        "not-allowed" => (answer.Status, answer.Code) == (HttpStatusCode.Forbidden, expected),
        _ => (answer.Status, answer.Code) == (HttpStatusCode.NotFound, expected),
    };

    [GeneratedRegex(":[^}]+}")]
    private static partial Regex Constraint();

    private static string NameOf(string id) => id.Split('=')[0];

    /// <summary>With one character in the middle changed.</summary>
    private static string Tampered(string token) => token[..(token.Length / 2)] + (token[token.Length / 2] == 'A' ? 'B' : 'A') + token[((token.Length / 2) + 1)..];
}
