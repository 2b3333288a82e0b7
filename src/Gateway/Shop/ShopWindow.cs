using Microsoft.Net.Http.Headers;

namespace Dugout.Gateway.Shop;

/// <summary>
/// The shop's pages: the static files of <c>src/Web</c>, and one shell for the address of every page. The gateway serves both by itself, so that a page view never reaches
/// a replica; the pages request the API like any other client.
/// </summary>
internal static class ShopWindow
{
    /// <summary>The addresses of pages; the modules of <c>src/Web</c> decide what each shows. Every other address stays unknown.</summary>
    private static readonly string[] Pages =
    [
        "/", "/games/{gameId:long:min(1)}", "/games/{gameId:long:min(1)}/waiting-room", "/checkout/{gameId:long:min(1)}", "/tickets", "/tickets/{reservationId:long:min(1)}",
        "/operators/games/{gameId:long:min(1)}/waiting-room", "/sign-in", "/sign-up", "/password-reset", "/account",
    ];

    /// <summary>
    /// A program that is not published has no folder of static files: the build's manifest says where each lies. It serves them like a published one, cached for a year, because
    /// <c>ReloadStaticAssetsAtRuntime</c> is off: a changed file needs a build.
    /// </summary>
    public static void AddShopWindow(this WebApplicationBuilder builder) => builder.WebHost.UseStaticWebAssets();

    public static void MapShopWindow(this WebApplication app)
    {
        app.MapStaticAssets().Add(file =>
        {
            var serve = file.RequestDelegate!;
            file.RequestDelegate = context =>
            {
                ShopHeaders.MarkFile(context.Response.Headers);
                return serve(context);
            };
        });

        var shell = Shell.Of(Assets.Of(app));
        foreach (var page in Pages)
            app.MapMethods(page, [HttpMethods.Get, HttpMethods.Head], context => SendAsync(context, shell));
    }

    /// <summary>The same bytes for everybody, so that any cache may keep them; each use is confirmed by the entity tag, because a new build has another shell.</summary>
    private static Task SendAsync(HttpContext context, Shell shell)
    {
        ShopHeaders.MarkPage(context.Response.Headers, shell.Policy);
        return TypedResults.Bytes(shell.Content, "text/html; charset=utf-8", entityTag: new EntityTagHeaderValue(shell.EntityTag)).ExecuteAsync(context);
    }
}
