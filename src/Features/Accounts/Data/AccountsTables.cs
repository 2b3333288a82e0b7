using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Accounts;

/// <summary>Maps accounts to the table of <c>Schema/001_accounts.sql</c>.</summary>
internal sealed class AccountsTables : IEntityTypeConfiguration<Account>
{
    public void Configure(EntityTypeBuilder<Account> builder) => builder.ToTable("accounts").HasSnakeCaseColumns();
}
