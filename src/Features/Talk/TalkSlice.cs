using Dugout.Features.Catalog;
using Dugout.Features.Rankings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Talk;

/// <summary>The talk board: anonymous read access, writes by signed-in accounts, changes only by the author.</summary>
internal static class TalkSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddTalk(this IServiceCollection services)
    {
        services.AddSingleton<TalkErrors>();
        services.AddSingleton<IRankingSource, ActiveTalkers>();
    }

    public static void MapTalk(this IEndpointRouteBuilder routes)
    {
        var read = routes.MapGroup("/api/talk/posts").WithTags("Talk").AllowAnonymous();
        read.MapGet("", ListPosts.Handle);
        read.MapGet("/{postId}", ShowPost.Handle).ProducesProblems(TalkProblems.NoSuchPost);
        read.MapGet("/{postId}/comments", ListComments.Handle).ProducesProblems(TalkProblems.NoSuchPost);

        var write = routes.MapGroup("/api/talk/posts").WithTags("Talk").RequireAuthorization();
        write.MapPost("", WritePost.Handle).ProducesProblems(CatalogProblems.NoSuchTeam);
        write.MapPut("/{postId}", EditPost.Handle).ProducesProblems(Problems.NotAllowed, TalkProblems.NoSuchPost);
        write.MapDelete("/{postId}", DeletePost.Handle).ProducesProblems(Problems.NotAllowed, TalkProblems.NoSuchPost);
        write.MapPut("/{postId}/like", LikePost.Handle).ProducesProblems(TalkProblems.NoSuchPost);
        write.MapDelete("/{postId}/like", UnlikePost.Handle).ProducesProblems(TalkProblems.NoSuchPost);
        write.MapPost("/{postId}/comments", WriteComment.Handle).ProducesProblems(TalkProblems.NoSuchPost);
        write.MapDelete("/{postId}/comments/{commentId}", DeleteComment.Handle).ProducesProblems(Problems.NotAllowed, TalkProblems.NoSuchComment);

        var moderators = routes.MapGroup("/api/admin/talk/posts/{postId}").WithTags("Talk").RequireOperator();
        moderators.MapDelete("", RemovePost.Handle).ProducesProblems(TalkProblems.NoSuchPost);
        moderators.MapDelete("/comments/{commentId}", RemoveComment.Handle).ProducesProblems(TalkProblems.NoSuchComment);
    }
}
