using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Talk;

/// <summary>The talk board: everybody may read, whoever is signed in may write, and what is written belongs to its author.</summary>
internal static class TalkApi
{
    public static void MapTalk(this IEndpointRouteBuilder routes)
    {
        var read = routes.MapGroup("/api/talk/posts").WithTags("Talk").AllowAnonymous();
        read.MapGet("", ListPosts.Handle);
        read.MapGet("/{postId}", ShowPost.Handle).ProducesProblems(Problems.NoSuchPost);
        read.MapGet("/{postId}/comments", ListComments.Handle).ProducesProblems(Problems.NoSuchPost);

        var write = routes.MapGroup("/api/talk/posts").WithTags("Talk").RequireAuthorization();
        write.MapPost("", WritePost.Handle).ProducesProblems(Problems.NoSuchTeam);
        write.MapPut("/{postId}", EditPost.Handle).ProducesProblems(Problems.NotAllowed, Problems.NoSuchPost);
        write.MapDelete("/{postId}", DeletePost.Handle).ProducesProblems(Problems.NotAllowed, Problems.NoSuchPost);
        write.MapPut("/{postId}/like", LikePost.Handle).ProducesProblems(Problems.NoSuchPost);
        write.MapDelete("/{postId}/like", UnlikePost.Handle).ProducesProblems(Problems.NoSuchPost);
        write.MapPost("/{postId}/comments", WriteComment.Handle).ProducesProblems(Problems.NoSuchPost);
        write.MapDelete("/{postId}/comments/{commentId}", DeleteComment.Handle).ProducesProblems(Problems.NotAllowed, Problems.NoSuchComment);

        var moderators = routes.MapGroup("/api/admin/talk/posts/{postId}").WithTags("Talk").RequireOperator();
        moderators.MapDelete("", RemovePost.Handle).ProducesProblems(Problems.NoSuchPost);
        moderators.MapDelete("/comments/{commentId}", RemoveComment.Handle).ProducesProblems(Problems.NoSuchComment);
    }
}
