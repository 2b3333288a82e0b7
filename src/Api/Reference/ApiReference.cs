using System.Reflection;
using Dugout.Features;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>
/// The API reference: the OpenAPI document, whose texts are those of the code. Summaries and descriptions of operations are the documentation
/// of their use cases; those of schemas are the documentation of their records, taken by the framework's own generator. What every operation of a
/// kind shares, such as the idempotency key, is described here once.
/// </summary>
internal static class ApiReference
{
    /// <summary>Name of the security scheme.</summary>
    public const string Bearer = "bearer";

    private const string Introduction = """
        Tickets, merchandise and fan pages of one baseball season.

        - Bodies are JSON with names in camelCase. A request body must match its schema: an unknown, missing or duplicate member is an error, and so is null where the schema has no null.
        - Ids are positive integers below 2^53. Times are UTC. Amounts of money are whole won. Names are Korean.
        - Lists are pages `{"items":[...],"next":"..."}`. Send `next` as `after` to get the next page; it is null on the last page.
        - Errors are `application/problem+json` with a stable `code`; each response lists the codes it can have. A status of 500 or 502 means that the outcome of a write is unknown: repeat it with the same `Idempotency-Key`.
        - Sign in with `Accounts_SignIn` and send the token as `Authorization: Bearer <accessToken>`.
        - A write returns `X-Consistency-Token`; send the newest one with a read that must include the write.
        - `X-Served-By` names the server that made the response.

        A game may have a waiting room: take a ticket (`WaitingRooms_TakeTicket`), exchange it when its number is up (`WaitingRooms_ExchangeTicket`), and send the pass as `X-Access-Pass`.

        To buy a ticket: sign in, list games (`Catalog_ListGames`), list seat grades (`Seats_ListGrades`) and taken seats (`Seats_ListTaken`), hold seats (`Seats_HoldSeats`), reserve them (`Seats_ReserveSeats`).
        """;

    private static readonly Assembly Slices = typeof(AllFeatures).Assembly;

    /// <summary>Registers the document.</summary>
    public static IServiceCollection AddApiReference(this IServiceCollection services) => services.AddOpenApi(options =>
    {
        var texts = new CodeTexts(Slices);
        options.AddSchemaTransformer(SchemaRanges.DescribeAsync);
        options.AddOperationTransformer((operation, context, _) =>
        {
            UseCaseTexts.Describe(operation, context, texts);
            SharedParts.Describe(operation, context);
            return Task.CompletedTask;
        });
        options.AddDocumentTransformer((document, _, _) =>
        {
            Introduce(document, texts);
            Examples.Add(document);
            return Task.CompletedTask;
        });
    });

    private static void Introduce(OpenApiDocument document, CodeTexts texts)
    {
        document.Info.Title = "Dugout";
        document.Info.Description = Introduction;
        // Relative to the address of the document: the gateway for its clients, the replica for a developer.
        document.Servers = [new OpenApiServer { Url = "/" }];
        document.Components ??= new OpenApiComponents();
        // A stream is described as text; the framework adds the type of its items nevertheless.
        foreach (var item in document.Components.Schemas?.Keys.Where(name => name.StartsWith("SseItem", StringComparison.Ordinal)).ToList() ?? [])
            document.Components.Schemas!.Remove(item);
        document.Components.SecuritySchemes = new Dictionary<string, IOpenApiSecurityScheme>
        {
            [Bearer] = new OpenApiSecurityScheme
            {
                Type = SecuritySchemeType.Http,
                Scheme = "bearer",
                Description = "The access token that signing in returns.",
            },
        };
        foreach (var tag in document.Tags ?? new HashSet<OpenApiTag>())
            tag.Description = Slices.GetType($"{typeof(AllFeatures).Namespace}.{tag.Name}.{tag.Name}Slice") is { } slice ? texts.Of(slice).Whole : null;
    }
}
