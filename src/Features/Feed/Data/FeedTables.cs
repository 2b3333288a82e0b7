using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Feed;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class FeedTables :
    IEntityTypeConfiguration<PostRow>, IEntityTypeConfiguration<PostTagRow>, IEntityTypeConfiguration<PostTeamRow>,
    IEntityTypeConfiguration<PostLikeRow>, IEntityTypeConfiguration<PostCommentRow>, IEntityTypeConfiguration<PictureRow>,
    IEntityTypeConfiguration<FeedReaderRow>, IEntityTypeConfiguration<FollowingRow>
{
    public void Configure(EntityTypeBuilder<PostRow> builder)
    {
        builder.ToTable("posts").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
        builder.Property(row => row.Text).HasMaxLength(2000);
    }

    public void Configure(EntityTypeBuilder<PostTagRow> builder)
    {
        builder.ToTable("post_tags").HasSnakeCaseColumns().HasKey(row => new { row.PostId, row.Tag });
        builder.Property(row => row.Tag).HasMaxLength(30).UseCollation("utf8mb4_bin");
    }

    public void Configure(EntityTypeBuilder<PostTeamRow> builder) => builder.ToTable("post_teams").HasSnakeCaseColumns().HasKey(row => new { row.PostId, row.TeamId });

    public void Configure(EntityTypeBuilder<PostLikeRow> builder) => builder.ToTable("post_likes").HasSnakeCaseColumns().HasKey(row => new { row.PostId, row.AccountId });

    public void Configure(EntityTypeBuilder<PostCommentRow> builder)
    {
        builder.ToTable("post_comments").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
        builder.Property(row => row.Text).HasMaxLength(500);
    }

    public void Configure(EntityTypeBuilder<PictureRow> builder)
    {
        builder.ToTable("pictures").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
        builder.Property(row => row.Kind).IsAscii(10);
    }

    public void Configure(EntityTypeBuilder<FeedReaderRow> builder)
    {
        builder.ToTable("feed_readers").HasSnakeCaseColumns().HasKey(row => row.AccountId);
        builder.Property(row => row.AccountId).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<FollowingRow> builder)
    {
        builder.ToTable("followings").HasSnakeCaseColumns().HasKey(row => new { row.AccountId, row.Kind, row.FollowedId });
        builder.Property(row => row.Kind).IsAscii(4);
    }
}

/// <summary>A row of <c>post_tags</c>.</summary>
internal sealed record PostTagRow(long PostId, string Tag, DateTime PostedAt);

/// <summary>A row of <c>post_teams</c>.</summary>
internal sealed record PostTeamRow(long PostId, long TeamId, DateTime PostedAt);

/// <summary>A row of <c>post_likes</c>.</summary>
internal sealed record PostLikeRow(long PostId, long AccountId, DateTime LikedAt);

/// <summary>A row of <c>post_comments</c>.</summary>
internal sealed record PostCommentRow(long Id, long PostId, long AccountId, string Text, DateTime CommentedAt);

/// <summary>A row of <c>pictures</c>.</summary>
internal sealed record PictureRow(
    long Id, long AccountId, string Kind, int Size, long? PostId, int Place, DateTime BegunAt, DateTime? StoredAt, DateTime? CollectedAt);

/// <summary>A row of <c>feed_readers</c>.</summary>
internal sealed record FeedReaderRow(long AccountId, int Followings);

/// <summary>A row of <c>followings</c>.</summary>
internal sealed record FollowingRow(long AccountId, string Kind, long FollowedId, DateTime FollowedAt);
