using System.Net;
using Dugout.Features.Feed;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Feed.Pictures;

/// <content>Collection of unused pictures.</content>
public sealed partial class UploadPictureTests
{
    /// <summary>Used, never used, lost on its way (the store has it and says it hasn't), of a post that was deleted; and one that is too young.</summary>
    [Fact]
    public async Task Unused_pictures_are_deleted_when_they_are_old_enough()
    {
        var fan = await shop.NextFanAsync();
        var used = await UploadAsync(fan);
        var unused = await UploadAsync(fan);
        var orphaned = await UploadAsync(fan);
        var post = await fan.WriteAsync(pictureIds: [orphaned], replica: Http);
        await fan.WriteAsync(pictureIds: [used], replica: Http);
        await fan.DeleteAsync(Http, $"/api/posts/{post}");
        await BehaveAsync("""{"denyPuts":true}""");
        Assert.Equal("busy", (await fan.UploadAsync(Http, PictureFiles.Png(8, 8))).Code);
        var lost = await shop.QueryAsync<long>("SELECT id FROM pictures WHERE account_id = @Id AND stored_at IS NULL", new { fan.Id });
        await BehaveAsync("{}");
        Assert.Contains(lost, await OnShelfAsync());

        await CollectAsync(ahead: TimeSpan.FromMinutes(50));
        Assert.Subset((await OnShelfAsync()).ToHashSet(), new HashSet<long> { used, unused, orphaned, lost });
        Assert.True(await CollectAsync(ahead: TimeSpan.FromMinutes(61)) >= 3);

        var left = await OnShelfAsync();
        Assert.Contains(used, left);
        Assert.DoesNotContain(left, id => id == unused || id == orphaned || id == lost);
        Assert.Equal(used, await shop.QueryAsync<long>("SELECT MIN(id) FROM pictures WHERE account_id = @Id", new { fan.Id }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE account_id = @Id", new { fan.Id }));
    }

    /// <summary>Marked, it can't be shown any more; and while the store is away, it isn't forgotten.</summary>
    [Fact]
    public async Task A_picture_that_could_not_be_deleted_stays_marked_until_the_next_run()
    {
        var fan = await shop.NextFanAsync();
        // An earlier request would hit the store's failure instead.
        await CollectAsync(ahead: TimeSpan.FromMinutes(61));
        var unused = await UploadAsync(fan);
        await BehaveAsync("""{"failEvery":1}""");

        await Assert.ThrowsAsync<PictureStoreUnavailableException>(() => CollectAsync(ahead: TimeSpan.FromMinutes(61)));

        await BehaveAsync("{}");
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE id = @unused AND collected_at IS NOT NULL", new { unused }));
        Assert.Equal("no-such-picture", (await fan.PostAsync(Http, "/api/posts", new { text = "x", pictureIds = new[] { unused } }, "late")).Code);
        await CollectAsync(ahead: TimeSpan.FromMinutes(61));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE id = @unused", new { unused }));
    }

    /// <summary>Two jobs collect while posts are written with what they would take: each picture is shown or gone, never both.</summary>
    [Fact]
    public async Task Whether_post_or_job_is_first_a_used_picture_stays()
    {
        var fans = await shop.NextFansAsync(20);
        var pictures = new long[fans.Length];
        for (var n = 0; n < fans.Length; n++)
            pictures[n] = await UploadAsync(fans[n]);

        var wrote = await Together.RunAsync(fans.Length + 2, async caller =>
        {
            if (caller >= fans.Length)
                return await CollectAsync(ahead: TimeSpan.FromMinutes(61)) >= 0;
            var answer = await fans[caller].PostAsync(Http, "/api/posts", new { text = "x", pictureIds = new[] { pictures[caller] } }, "race");
            Assert.True(answer.Status == HttpStatusCode.Created || answer.Code == "no-such-picture", answer.Body);
            return answer.Status == HttpStatusCode.Created;
        });

        var shelf = (await OnShelfAsync()).ToHashSet();
        for (var n = 0; n < fans.Length; n++)
            Assert.Equal((n, wrote[n]), (n, shelf.Contains(pictures[n])));
    }
}
