using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>A member that an operation doesn't have is rejected, not ignored: its sender may believe that it has an effect.</summary>
public sealed class UnknownMembersTests(Shop shop)
{
    private static readonly string[] Names = ["accountId", "isAdmin", "role", "price", "status", "reservedAt", "id", "nothingWeKnow"];

    /// <summary>In every object of every body. The same body without it is taken at the end.</summary>
    [Fact]
    public async Task An_unknown_member_is_rejected_and_changes_nothing()
    {
        var described = await Described.ByAsync(shop.Http);
        var (game, first, asked) = (shop.NextGame(), 1, 0);
        var forOperators = await NextAsync(await shop.NextOperatorAsync());
        foreach (var row in Doors.All.Where(row => row.Body is not null))
        {
            var mine = row.Door == Door.Operators ? forOperators : await NextAsync(await shop.NextFanAsync());
            var schema = described.Operations.Single(operation => operation.Name == row.Operation).Body!.Value;
            var right = Belongings.Filled(row.Body!, name => mine.ValueOf(name, row.Operation));
            var before = await mine.PollAsync();
            foreach (var (body, name) in WithOneMore(described, schema, right))
            {
                var refused = await SendAsync(row, mine, body);
                asked++;
                Assert.True((refused.Status, refused.Code) == (HttpStatusCode.BadRequest, "invalid"), $"{row.Operation} with {name}: {refused.Status} {refused.Body}");
            }

            Assert.Equal(before, await mine.PollAsync());
            var taken = await SendAsync(row, mine, right);
            Assert.True((int)taken.Status is >= 200 and < 300, $"{row.Operation}: {taken.Status} {taken.Body}");
            mine.Learn(taken);
        }

        TestContext.Current.SendDiagnosticMessage($"{asked} bodies with a member more, 0 taken.");

        Task<Belongings> NextAsync(Fan fan) => Belongings.OfAsync(fan, game, (first += Belongings.Seats) - Belongings.Seats);
    }

    private Task<Answer> SendAsync(Row row, Belongings mine, string body) =>
        Belongings.SendAsync(row, shop.Http, mine.Owner.Token, _ => mine, body, isSigned: row.Door == Door.Partner);

    /// <summary>The body with one member more, in each of its objects, and of each name that the object doesn't have.</summary>
    private static IEnumerable<(string Body, string Name)> WithOneMore(Described described, JsonElement schema, string right)
    {
        for (var place = 0; place < Objects(described, schema, JsonNode.Parse(right)!).Count(); place++)
        {
            foreach (var name in Names)
            {
                var body = JsonNode.Parse(right)!;
                var (members, known) = Objects(described, schema, body).ElementAt(place);
                if (known.Contains(name))
                    continue;
                members[name] = 1;
                yield return (body.ToJsonString(), name);
            }
        }
    }

    /// <summary>The objects of a body, each with the names of the members it may have.</summary>
    private static IEnumerable<(JsonObject Members, HashSet<string> Known)> Objects(Described described, JsonElement schema, JsonNode? node)
    {
        schema = described.Resolve(schema);
        var of = Described.Members(schema).ToDictionary(member => member.Name, member => member.Value);
        return node switch
        {
            JsonObject members => members.SelectMany(member => Objects(described, of[member.Key], member.Value)).Prepend((members, of.Keys.ToHashSet())),
            JsonArray items => items.SelectMany(item => Objects(described, schema.GetProperty("items"), item)),
            _ => [],
        };
    }
}
