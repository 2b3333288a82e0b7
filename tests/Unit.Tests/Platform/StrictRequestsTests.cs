using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>Requests that the framework cannot read, and their errors, at minimal endpoints.</summary>
public sealed class StrictRequestsTests : IAsyncLifetime
{
    private WebApplication _app = null!;
    private HttpClient _http = null!;

    public sealed record Order(string Name, IReadOnlyList<Line> Lines, int? Limit = null);

    public sealed record Line(long ProductId, int Quantity);

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        builder.Services.AddSingleton<ErrorCounts>();
        builder.Services.Configure<JsonOptions>(options => PlatformServices.BeStrict(options.SerializerOptions));
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
        _app = builder.Build();
        _app.UseProblems();
        _app.MapPost("/orders", (Order order) => order.Lines.Count);
        _app.MapGet("/products/{productId}", (int productId) => productId);
        _app.MapGet("/products", (long? after, int? limit, string? name) => $"{limit} {after} {name}");
        _app.MapGet("/refused", () => Results.StatusCode(StatusCodes.Status400BadRequest));
        _app.MapMethods("/fault", [HttpMethods.Get, HttpMethods.Post], () => { throw new InvalidOperationException("A fault of ours."); });
        _app.MapPost("/late", () => { throw new BadHttpRequestException("Reading the request body timed out.", StatusCodes.Status408RequestTimeout); });
        await _app.StartAsync();
        _http = _app.GetTestClient();
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        await _app.DisposeAsync();
    }

    [Fact]
    public async Task A_body_that_matches_its_type_is_read()
    {
        Assert.Equal((HttpStatusCode.OK, "1"), await PostAsync("""{"name":"a","lines":[{"productId":1,"quantity":2}]}"""));
        Assert.Equal((HttpStatusCode.OK, "0"), await PostAsync("""{"name":"a","lines":[],"limit":null}"""));
    }

    [Theory]
    [InlineData("", "body", "The body is missing or cannot be parsed.")]
    [InlineData("null", "body", "The body is missing or cannot be parsed.")]
    [InlineData("nonsense", "body", "This value cannot be parsed.")]
    [InlineData("[]", "body", "This value cannot be parsed.")]
    [InlineData("{}", "name lines", "This member is missing.")]
    [InlineData("""{"name":"a"}""", "lines", "This member is missing.")]
    [InlineData("""{"name":"a","lines":[{"productId":1}]}""", "lines[0].quantity", "This member is missing.")]
    [InlineData("""{"name":"a","lines":[{}]}""", "lines[0].productId lines[0].quantity", "This member is missing.")]
    [InlineData("""{"name":null,"lines":[]}""", "name", "This value cannot be parsed.")]
    [InlineData("""{"name":1,"lines":[]}""", "name", "This value cannot be parsed.")]
    [InlineData("""{"name":"a","lines":[{"productId":"1","quantity":2}]}""", "lines[0].productId", "This value cannot be parsed.")]
    [InlineData("""{"name":"a","lines":[{"productId":1,"quantity":2.5}]}""", "lines[0].quantity", "This value cannot be parsed.")]
    [InlineData("""{"name":"a","lines":[{"productId":1,"quantity":3000000000}]}""", "lines[0].quantity", "This value cannot be parsed.")]
    [InlineData("""{"Name":"a","lines":[]}""", "Name", "This member is unknown.")]
    [InlineData("""{"name":"a","lines":[],"price":1}""", "price", "This member is unknown.")]
    [InlineData("""{"name":"a","name":"b","lines":[]}""", "name", "This member occurs twice.")]
    [InlineData("""{"name":"a","lines":[],"a\nb":1}""", "a\nb", "This member is unknown.")]
    [InlineData("""{"was missing required properties including: 'a', 'a'.":1}""", "was missing required properties including: 'a', 'a'.", "This member is unknown.")]
    [InlineData("""{"name":"a","lines":[],"limit":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}""", "limit", "This value cannot be parsed.")]
    public async Task A_body_that_does_not_match_its_type_is_rejected_with_its_field(string body, string fields, string why)
    {
        var (status, answer) = await PostAsync(body);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (status, Code(answer)));
        var errors = JsonDocument.Parse(answer).RootElement.GetProperty("errors").EnumerateObject().ToList();
        Assert.Equal(fields, string.Join(' ', errors.Select(error => error.Name)));
        Assert.All(errors, error => Assert.Equal(why, Assert.Single(error.Value.EnumerateArray()).GetString()));
    }

    [Theory]
    [InlineData("/products/x", "productId")]
    [InlineData("/products/99999999999", "productId")]
    [InlineData("/products?limit=many", "limit")]
    [InlineData("/products?limit=3000000000", "limit")]
    [InlineData("/products?limit=1&after=x", "after")]
    [InlineData("/products?after=3000000000&limit=x", "limit")]
    [InlineData("/products?limit=&after=99999999999999999999", "after")]
    [InlineData("/products?name=x&limit=1.5", "limit")]
    public async Task An_unreadable_number_in_an_address_is_rejected_with_its_name(string path, string field)
    {
        var (status, answer) = await GetAsync(path);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (status, Code(answer)));
        var error = Assert.Single(JsonDocument.Parse(answer).RootElement.GetProperty("errors").EnumerateObject());
        Assert.Equal((field, "This value cannot be parsed."), (error.Name, error.Value[0].GetString()));
    }

    [Theory]
    [InlineData("/products/7", "7")]
    [InlineData("/products", "  ")]
    [InlineData("/products?limit=3&after=3000000000&name=x", "3 3000000000 x")]
    [InlineData("/products?limit=&after=1", " 1 ")]
    public async Task Readable_and_omitted_numbers_are_accepted(string path, string expected) => Assert.Equal((HttpStatusCode.OK, expected), await GetAsync(path));

    [Theory]
    [InlineData("application/json", HttpStatusCode.OK)]
    [InlineData("application/json; charset=utf-8", HttpStatusCode.OK)]
    [InlineData("application/json; charset=klingon", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("text/plain", HttpStatusCode.UnsupportedMediaType)]
    [InlineData(null, HttpStatusCode.UnsupportedMediaType)]
    public async Task A_body_is_JSON_in_a_known_character_set(string? type, HttpStatusCode expected)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes("""{"name":"a","lines":[]}"""));
        content.Headers.ContentType = type is null ? null : MediaTypeHeaderValue.Parse(type);
        using var answer = await _http.PostAsync(new Uri("/orders", UriKind.Relative), content);

        Assert.Equal(expected, answer.StatusCode);
        if (expected != HttpStatusCode.OK)
            Assert.Equal("unsupported-media-type", Code(await answer.Content.ReadAsStringAsync()));
    }

    [Theory]
    [InlineData("/nowhere", HttpStatusCode.NotFound)]
    [InlineData("/orders", HttpStatusCode.MethodNotAllowed)]
    [InlineData("/fault", HttpStatusCode.InternalServerError)]
    public async Task An_unknown_request_gets_an_error_code(string path, HttpStatusCode expected)
    {
        var (status, answer) = await GetAsync(path);

        Assert.Equal(expected, status);
        Assert.NotEmpty(Code(answer));
        Assert.DoesNotContain("A fault of ours.", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_fault_is_reported_as_500_whatever_the_body() => Assert.Equal(HttpStatusCode.InternalServerError, (await PostAsync("{}", "/fault")).Status);

    /// <summary>As the server says it when it has not had the body in time.</summary>
    [Fact]
    public async Task A_body_that_does_not_arrive_in_time_gets_busy()
    {
        var (status, answer) = await PostAsync("{}", "/late");

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (status, Code(answer)));
    }

    [Fact]
    public async Task A_general_error_names_no_field()
    {
        var (status, answer) = await GetAsync("/refused");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (status, Code(answer)));
        Assert.False(JsonDocument.Parse(answer).RootElement.TryGetProperty("errors", out _), answer);
    }

    private async Task<(HttpStatusCode Status, string Body)> PostAsync(string body, string path = "/orders")
    {
        using var content = new StringContent(body, null, "application/json");
        using var answer = await _http.PostAsync(new Uri(path, UriKind.Relative), content);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }

    private async Task<(HttpStatusCode Status, string Body)> GetAsync(string path)
    {
        using var answer = await _http.GetAsync(new Uri(path, UriKind.Relative));
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }

    private static string Code(string body) => JsonDocument.Parse(body).RootElement.GetProperty("code").GetString()!;
}
