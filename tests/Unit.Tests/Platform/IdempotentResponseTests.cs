using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

public sealed class IdempotentResponseTests
{
    /// <summary>Else the client would get "busy", which means that nothing was written.</summary>
    [Fact]
    public async Task A_deadline_that_passes_after_the_commit_does_not_replace_the_response()
    {
        using var body = new MemoryStream();
        var context = new DefaultHttpContext { RequestAborted = new(canceled: true), Response = { Body = body } };

        await new IdempotentResponse<string>(201, [1, 2, 3], IsRepeat: false).ExecuteAsync(context);

        Assert.Equal((201, 3, 3), (context.Response.StatusCode, context.Response.ContentLength, body.Length));
    }
}
