using System.Net;
using System.Text.Json;
using Dugout.Features.Tests.Safety;
using Microsoft.AspNetCore.Hosting;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>The OpenAPI document is the API reference: a client is made from it alone.</summary>
public sealed class OpenApiTests(Shop shop)
{
    private static readonly string[] Amounts = ["price", "total", "discount", "minimum", "amount"];

    [Fact]
    public async Task Every_operation_has_an_id_a_summary_and_a_description_of_its_own()
    {
        var operations = (await Described.ByAsync(shop.Http)).Operations;

        Assert.NotEmpty(operations);
        foreach (var member in (string[])["operationId", "summary", "description"])
            Assert.All(operations, operation => Assert.False(string.IsNullOrWhiteSpace(Text(operation.Json, member)), $"{operation.Name} lacks {member}."));
        Assert.DoesNotContain(operations, operation => Text(operation.Json, "summary")!.Contains("the request", StringComparison.Ordinal) && Text(operation.Json, "summary")!.Length < 30);
        foreach (var member in (string[])["operationId", "summary"])
            Assert.Equal([], operations.GroupBy(operation => Text(operation.Json, member)).Where(same => same.Count() > 1).Select(same => same.Key));
        var reserve = operations.Single(operation => operation.Name == "POST /api/reservations").Json;
        Assert.Equal("Seats_ReserveSeats", Text(reserve, "operationId"));
        Assert.Equal("Turns a hold of the signed-in account into a reservation", Text(reserve, "summary"));
        Assert.StartsWith("One transaction on the primary writes", Text(reserve, "description"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_parameter_and_every_schema_member_is_described()
    {
        var api = await Described.ByAsync(shop.Http);

        var parameters = api.Operations.SelectMany(operation => !operation.Json.TryGetProperty("parameters", out var all) ? [] : all.EnumerateArray()
            .Where(parameter => Text(parameter, "description") is null).Select(parameter => $"{operation.Name}: {Text(parameter, "name")}"));
        Assert.Equal([], parameters);
        Assert.Equal([], api.Schemas.Where(schema => Text(schema.Value, "description") is null).Select(schema => schema.Name));
        Assert.Equal([], Members(api).Where(member => DescriptionOf(member.Schema) is null).Select(member => member.Name));
    }

    [Fact]
    public async Task Numbers_have_ranges_and_times_and_amounts_have_units()
    {
        var members = Members(await Described.ByAsync(shop.Http)).ToList();

        Assert.Equal([], members.Where(member => Described.TypeOf(member.Schema) == "integer" && !member.Schema.TryGetProperty("minimum", out _)).Select(member => member.Name));
        Assert.Equal([], members.Where(member => Text(member.Schema, "format") == "date-time" && !Says(member.Schema, "UTC")).Select(member => member.Name));
        Assert.Equal([], members.Where(member => Amounts.Contains(member.Name.Split('.')[1]) && !Says(member.Schema, "won")).Select(member => member.Name));
    }

    [Fact]
    public async Task Every_JSON_body_has_an_example_that_its_schema_allows()
    {
        var api = await Described.ByAsync(shop.Http);

        var bodies = api.Operations.SelectMany(operation => Bodies(operation.Json)
            .Select(body => (Name: $"{operation.Name} {body.Name}", Schema: body.Value.GetProperty("schema"), Example: Member(body.Value, "example")))).ToList();
        Assert.True(bodies.Count > 70, $"There are {bodies.Count} JSON bodies.");
        Assert.Equal([], bodies.Where(body => body.Example is null).Select(body => body.Name));
        Assert.Equal([], bodies.Where(body => body.Example is { } example && api.BreakOf(body.Schema, example) is not null)
            .Select(body => $"{body.Name}: {api.BreakOf(body.Schema, body.Example!.Value)}"));
    }

    [Fact]
    public async Task Every_error_status_has_an_example_of_each_of_its_codes()
    {
        var api = await Described.ByAsync(shop.Http);

        foreach (var operation in api.Operations)
        {
            foreach (var response in operation.Json.GetProperty("responses").EnumerateObject().Where(response => response.Name[0] is '4' or '5'))
            {
                var body = response.Value.GetProperty("content").GetProperty("application/problem+json");
                var examples = body.GetProperty("examples").EnumerateObject().ToDictionary(example => example.Name, example => api.Resolve(example.Value).GetProperty("value"));
                Assert.Equal(Text(response.Value, "description")!.Split(", "), examples.Keys);
                Assert.All(examples, example =>
                {
                    Assert.Null(api.BreakOf(body.GetProperty("schema"), example.Value));
                    Assert.Equal((response.Name, example.Key), (example.Value.GetProperty("status").ToString(), Text(example.Value, "code")));
                });
            }
        }
    }

    [Fact]
    public async Task Operations_for_signed_in_accounts_require_the_token_and_others_do_not()
    {
        var api = await Described.ByAsync(shop.Http);

        Assert.Equal(
            api.Operations.Where(operation => operation.Answers.TryGetValue(401, out var codes) && codes.Contains("not-signed-in", StringComparison.Ordinal)).Select(operation => operation.Name),
            api.Operations.Where(operation => operation.Json.TryGetProperty("security", out _)).Select(operation => operation.Name));
        Assert.Contains(api.Operations, operation => operation.Json.TryGetProperty("security", out _));
    }

    [Fact]
    public async Task In_Development_a_page_shows_the_document_and_may_request_no_other_origin()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        var page = await http.GetAnswerAsync("/docs/");

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.DoesNotContain("://", page.Body, StringComparison.Ordinal);
        Assert.Contains("openapi/v1.json", page.Body, StringComparison.Ordinal);
        var policy = page.Headers.GetValues("Content-Security-Policy").Single();
        Assert.StartsWith("default-src 'none'; script-src 'self' 'nonce-", policy, StringComparison.Ordinal);
        Assert.Contains("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", policy, StringComparison.Ordinal);
        Assert.NotEqual(policy, (await http.GetAnswerAsync("/docs/")).Headers.GetValues("Content-Security-Policy").Single());
        foreach (var (header, value) in ((string, string)[])[("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"), ("Cache-Control", "no-store")])
            Assert.Equal((header, value), (header, page.Headers.GetValues(header).Single()));
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/docs/scalar.js")).Status);

        await using var shipped = replica.WithWebHostBuilder(host => host.UseEnvironment("Production"));
        using var other = shipped.CreateClient();
        Assert.Equal((HttpStatusCode.NotFound, "no-such-page"), ((await other.GetAnswerAsync("/docs/")).Status, (await other.GetAnswerAsync("/docs/scalar.js")).Code));
    }

    /// <summary>The JSON bodies of an operation: its request, and its responses that are not errors.</summary>
    private static IEnumerable<JsonProperty> Bodies(JsonElement operation)
    {
        IEnumerable<JsonElement?> all = [Member(operation, "requestBody"), .. operation.GetProperty("responses").EnumerateObject().Select(response => (JsonElement?)response.Value)];
        return all.Select(body => body is { } one ? Member(one, "content") : null).OfType<JsonElement>()
            .SelectMany(content => content.EnumerateObject().Where(body => body.Name == "application/json"));
    }

    private static IEnumerable<(string Name, JsonElement Schema)> Members(Described api) =>
        api.Schemas.SelectMany(schema => Described.Members(schema.Value).Select(member => ($"{schema.Name}.{member.Name}", member.Value)));

    private static bool Says(JsonElement schema, string unit) => DescriptionOf(schema)?.Contains(unit, StringComparison.Ordinal) == true;

    /// <summary>The description of a member; that of a nullable reference is beside the reference.</summary>
    private static string? DescriptionOf(JsonElement schema) => Text(schema, "description")
        ?? (schema.TryGetProperty("oneOf", out var choices) ? choices.EnumerateArray().Select(choice => Text(choice, "description")).FirstOrDefault(text => text is not null) : null);

    private static JsonElement? Member(JsonElement of, string name) => of.TryGetProperty(name, out var member) ? member : null;

    private static string? Text(JsonElement of, string name) => Member(of, name)?.GetString();
}
