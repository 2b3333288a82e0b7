using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Talk;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class TalkTables :
    IEntityTypeConfiguration<TalkPostRow>, IEntityTypeConfiguration<TalkCommentRow>, IEntityTypeConfiguration<TalkLikeRow>
{
    public void Configure(EntityTypeBuilder<TalkPostRow> builder)
    {
        builder.ToTable("talk_posts").HasSnakeCaseColumns();
        builder.Property(row => row.Title).HasMaxLength(100);
        builder.Property(row => row.Body).HasMaxLength(4000);
    }

    public void Configure(EntityTypeBuilder<TalkCommentRow> builder)
    {
        builder.ToTable("talk_comments").HasSnakeCaseColumns();
        builder.Property(row => row.Body).HasMaxLength(1000);
    }

    public void Configure(EntityTypeBuilder<TalkLikeRow> builder) => builder.ToTable("talk_likes").HasSnakeCaseColumns().HasKey(row => new { row.PostId, row.AccountId });
}

/// <summary>A row of <c>talk_posts</c>.</summary>
internal sealed record TalkPostRow(
    long Id, long AccountId, long? TeamId, string Title, string Body, int Likes, int Comments, DateTime WrittenAt, DateTime? EditedAt);

/// <summary>A row of <c>talk_comments</c>.</summary>
internal sealed record TalkCommentRow(long Id, long PostId, long AccountId, string Body, DateTime WrittenAt);

/// <summary>A row of <c>talk_likes</c>.</summary>
internal sealed record TalkLikeRow(long PostId, long AccountId, DateTime LikedAt);
