using Dugout.Features.Shared;
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
        read.MapGet("/{postId}", ShowPost.Handle);
        read.MapGet("/{postId}/comments", ListComments.Handle);

        var write = routes.MapGroup("/api/talk/posts").WithTags("Talk").RequireAuthorization();
        write.MapPost("", WritePost.Handle);
        write.MapPut("/{postId}", EditPost.Handle);
        write.MapDelete("/{postId}", DeletePost.Handle);
        write.MapPut("/{postId}/like", LikePost.Handle);
        write.MapDelete("/{postId}/like", UnlikePost.Handle);
        write.MapPost("/{postId}/comments", WriteComment.Handle);
        write.MapDelete("/{postId}/comments/{commentId}", DeleteComment.Handle);

        var moderators = routes.MapGroup("/api/admin/talk/posts/{postId}").WithTags("Talk").RequireOperator();
        moderators.MapDelete("", RemovePost.Handle);
        moderators.MapDelete("/comments/{commentId}", RemoveComment.Handle);
    }
}
