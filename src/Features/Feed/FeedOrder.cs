namespace Dugout.Features.Feed;

/// <summary>How the guest feed is put in order.</summary>
public enum FeedOrder
{
    /// <summary>By the index that has it.</summary>
    Index,

    /// <summary>By looking at every post and sorting them for each page: the more there are, the dearer. The load lab compares the two.</summary>
    Sort,
}
