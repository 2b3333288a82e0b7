using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Accounts;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class AccountsTables :
    IEntityTypeConfiguration<Account>, IEntityTypeConfiguration<RevokedSessionRow>, IEntityTypeConfiguration<MailedCodeRow>,
    IEntityTypeConfiguration<KnownNetworkRow>, IEntityTypeConfiguration<AccountsQueries.Named>
{
    public void Configure(EntityTypeBuilder<Account> builder)
    {
        builder.ToTable("accounts").HasSnakeCaseColumns();
        builder.Property(account => account.Email).HasMaxLength(254);
        builder.Property(account => account.Nickname).HasMaxLength(40);
        builder.Property(account => account.PasswordHash).IsAscii(128);
    }

    public void Configure(EntityTypeBuilder<AccountsQueries.Named> builder) => builder.ToView("accounts").HasSnakeCaseColumns().HasNoKey();

    public void Configure(EntityTypeBuilder<RevokedSessionRow> builder)
    {
        builder.ToTable("revoked_sessions").HasSnakeCaseColumns().HasKey(row => row.SessionId);
        builder.Property(row => row.SessionId).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<MailedCodeRow> builder)
    {
        builder.ToTable("mailed_codes").HasSnakeCaseColumns().HasKey(row => row.CodeHash);
        builder.Property(row => row.CodeHash).IsAscii(64).IsFixedLength();
        builder.Property(row => row.Purpose).IsAscii(10);
    }

    public void Configure(EntityTypeBuilder<KnownNetworkRow> builder)
    {
        builder.ToTable("known_networks").HasSnakeCaseColumns().HasKey(row => new { row.AccountId, row.Place });
        builder.Property(row => row.Place).IsAscii(32).IsFixedLength();
    }
}

/// <summary>A row of <c>revoked_sessions</c>.</summary>
internal sealed record RevokedSessionRow(long SessionId, long AccountId, DateTime EndedAt);

/// <summary>A row of <c>mailed_codes</c>.</summary>
internal sealed record MailedCodeRow(string CodeHash, long AccountId, string Purpose, int Generation, DateTime ExpiresAt);

/// <summary>A row of <c>known_networks</c>.</summary>
internal sealed record KnownNetworkRow(long AccountId, string Place, DateOnly SeenOn);
