namespace Dugout.Features.Feed;

/// <summary>Where a page of the guest feed begins.</summary>
public enum FeedPaging
{
    /// <summary>Behind the last post of the page before.</summary>
    Keyset,

    /// <summary>After as many posts as the pages before had: the deeper, the dearer, and a post that comes meanwhile moves another onto two pages. The load lab compares the two.</summary>
    Offset,
}
