using Dugout.Features.Rankings;
using Microsoft.Extensions.DependencyInjection;
using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Dugout.Features.Feed.Pictures;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Feed;

/// <summary>The feed: everybody may read it, whoever is signed in may write. Who has written is answered by a server that has it, but in the guest feed, which is kept.</summary>
internal static class FeedSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddFeed(this IServiceCollection services)
    {
        services.AddOptionsOf<FeedOptions>("Feed");
        services.AddSingleton<NewestPosts>();
        services.AddSingleton<FeedChanges>();
        services.AddSingleton<IPictureStore, HttpPictureStore>();
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
        // Of any type: what a file is, its bytes say, and whoever sends none of ours is told by the use case.
        fans.MapPost("/pictures", UploadPicture.Handle).WithMetadata(Lane.Pictures, new RequestSizeLimitAttribute(Picture.MaxBytes)).Accepts<Stream>("*/*");
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddFeedJobs(this IServiceCollection services)
    {
        services.AddHostedService<CollectPictures>();
    }
}
