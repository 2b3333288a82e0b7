using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Dugout.Features.Rankings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Feed;

/// <summary>
/// The feed: anonymous read access, writes by signed-in accounts. A writer's reads go to a server that has the write, except for the cached guest feed.
/// </summary>
internal static class FeedSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddFeed(this IServiceCollection services)
    {
        services.AddOptionsOf<FeedOptions>("Feed");
        services.AddSingleton<NewestPosts>();
        services.AddSingleton<FeedChanges>();
        services.AddSingleton<FollowTargets>();
        services.AddSingleton<PictureRows>();
        HttpPictureStore.AddTo(services);
        services.AddSingleton<IRankingSource, MostLikedPosts>();
        services.AddSingleton<IRankingSource, ActivePosters>();
    }

    public static void MapFeed(this IEndpointRouteBuilder routes)
    {
        var guests = routes.MapGroup("/api").WithTags("Feed").AllowAnonymous();
        guests.MapGet("/feed", GuestFeed.Handle);
        guests.MapGet("/fans/{fanId}/posts", PostsOfFan.Handle).WithMetadata(FansWriteHere.Mark);
        guests.MapGet("/tags/{tag}/posts", PostsByTag.Handle).WithMetadata(FansWriteHere.Mark);
        guests.MapGet("/teams/{teamId}/posts", PostsOfTeam.Handle).WithMetadata(FansWriteHere.Mark);
        guests.MapGet("/posts/{postId}", ShowPost.Handle).ProducesProblems(FeedProblems.NoSuchPost).WithMetadata(FansWriteHere.Mark);
        guests.MapGet("/posts/{postId}/comments", ListComments.Handle).ProducesProblems(FeedProblems.NoSuchPost).WithMetadata(FansWriteHere.Mark);
        guests.MapGet("/pictures/{pictureId}", ShowPicture.Handle).ProducesProblems(FeedProblems.NoSuchPicture).WithMetadata(Lane.Pictures).Produces<byte[]>(StatusCodes.Status200OK, "image/png", "image/jpeg", "image/gif");

        var fans = routes.MapGroup("/api").WithTags("Feed").RequireAuthorization().WithMetadata(FansWriteHere.Mark);
        fans.MapGet("/feed/mine", MyFeed.Handle);
        fans.MapPost("/posts", WritePost.Handle).ProducesProblems(CatalogProblems.NoSuchTeam, FeedProblems.NoSuchPicture);
        fans.MapPatch("/posts/{postId}", EditPost.Handle).ProducesProblems(Problems.NotAllowed, FeedProblems.NoSuchPost);
        fans.MapDelete("/posts/{postId}", DeletePost.Handle).ProducesProblems(Problems.NotAllowed, FeedProblems.NoSuchPost);
        fans.MapPut("/posts/{postId}/like", LikePost.Handle).ProducesProblems(FeedProblems.NoSuchPost);
        fans.MapDelete("/posts/{postId}/like", UnlikePost.Handle);
        fans.MapPost("/posts/{postId}/comments", WriteComment.Handle).ProducesProblems(FeedProblems.NoSuchPost);
        fans.MapDelete("/posts/{postId}/comments/{commentId}", DeleteComment.Handle).ProducesProblems(Problems.NotAllowed, FeedProblems.NoSuchComment);
        fans.MapGet("/followings", MyFollowings.Handle);
        fans.MapPut("/followings/{kind}/{followedId}", Follow.Handle).ProducesProblems(AccountsProblems.NoSuchFan, CatalogProblems.NoSuchTeam, FeedProblems.TooManyFollowings);
        fans.MapDelete("/followings/{kind}/{followedId}", Unfollow.Handle);
        // Any content type is accepted: the bytes decide the type, and the use case returns the error for other files.
        fans.MapPost("/pictures", UploadPicture.Handle).WithMetadata(Lane.Pictures, new RequestSizeLimitAttribute(Picture.MaxBytes)).Accepts<Stream>("*/*");
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddFeedJobs(this IServiceCollection services)
    {
        services.AddHostedService<CollectPictures>();
    }
}
