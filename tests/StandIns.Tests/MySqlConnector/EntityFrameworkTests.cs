using Microsoft.EntityFrameworkCore;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

public sealed class EntityFrameworkTests(ServerFixture server) : IAsyncLifetime
{
    public async ValueTask InitializeAsync()
    {
        await using var shop = NewContext();
        await shop.Database.ExecuteSqlRawAsync("""
            DROP TABLE IF EXISTS ef_goods;
            CREATE TABLE ef_goods (
                Id INT AUTO_INCREMENT PRIMARY KEY, Name VARCHAR(100) NOT NULL UNIQUE, Price DECIMAL(12,2) NOT NULL, Stock INT NOT NULL,
                MadeAt DATETIME(6) NOT NULL, Note TEXT NULL, IsOpen TINYINT(1) NOT NULL, Tag CHAR(36) NOT NULL)
            """);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Rows_are_saved_with_generated_keys_and_read_back()
    {
        var made = new DateTime(2027, 4, 1, 18, 30, 0, 123).AddTicks(4560);
        var tag = Guid.NewGuid();
        await using (var shop = NewContext())
        {
            var goods = Enumerable.Range(1, 3).Select(i => new Good { Name = $"모자 {i} \\ '", Price = i * 1000.5m, Stock = i, MadeAt = made, IsOpen = true, Tag = tag }).ToList();
            shop.AddRange(goods);
            Assert.Equal(3, await shop.SaveChangesAsync());
            Assert.Equal([1, 2, 3], goods.Select(good => good.Id));
        }
        await using var again = NewContext();
        var found = await again.Goods.Where(good => good.Price > 1500 && good.IsOpen).OrderByDescending(good => good.Id).ToListAsync();
        Assert.Equal(["모자 3 \\ '", "모자 2 \\ '"], found.Select(good => good.Name));
        Assert.All(found, good => Assert.Equal((made, tag, null), (good.MadeAt, good.Tag, good.Note)));
        Assert.Equal(3, await again.Goods.CountAsync());
        Assert.Equal(2, again.Goods.Single(good => good.Name == "모자 2 \\ '").Stock);
    }

    [Fact]
    public async Task Interpolated_sql_is_parameterised()
    {
        await using var shop = NewContext();
        var name = "x'); DROP TABLE ef_goods; -- \\";
        var affected = await shop.Database.ExecuteSqlInterpolatedAsync(
            $"INSERT INTO ef_goods (Name, Price, Stock, MadeAt, IsOpen, Tag) VALUES ({name}, {12.5m}, {3}, {DateTime.UnixEpoch}, {true}, {Guid.Empty})");
        Assert.Equal(1, affected);
        var good = await shop.Goods.FromSqlInterpolated($"SELECT * FROM ef_goods WHERE Name = {name}").SingleAsync();
        Assert.Equal((name, 12.5m), (good.Name, good.Price));
        Assert.Contains("SELECT", shop.Goods.Where(row => row.Name == name).ToQueryString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_lost_race_shows_as_concurrency_exception()
    {
        await using var mine = NewContext();
        mine.Add(new Good { Name = "one", Stock = 5, Tag = Guid.Empty });
        await mine.SaveChangesAsync();
        await using var other = NewContext();
        var theirs = await other.Goods.SingleAsync(good => good.Name == "one");
        theirs.Stock = 4;
        await other.SaveChangesAsync();
        mine.Goods.Local.Single().Stock = 3;
        await Assert.ThrowsAsync<DbUpdateConcurrencyException>(() => mine.SaveChangesAsync());
    }

    [Fact]
    public async Task A_duplicate_key_keeps_its_number_and_the_transaction_rolls_back()
    {
        await using var shop = NewContext();
        await using (await shop.Database.BeginTransactionAsync(System.Data.IsolationLevel.ReadCommitted))
        {
            shop.Add(new Good { Name = "twice", Tag = Guid.Empty });
            await shop.SaveChangesAsync();
            shop.Add(new Good { Name = "twice", Tag = Guid.Empty });
            var refused = await Assert.ThrowsAsync<DbUpdateException>(() => shop.SaveChangesAsync());
            Assert.Equal(1062, Assert.IsType<MySqlException>(refused.InnerException).Number);
        }
        await using var again = NewContext();
        Assert.False(await again.Goods.AnyAsync());
    }

    private Shop NewContext() => new(new DbContextOptionsBuilder<Shop>().UseMySql(server.ConnectionString, EngineVersion()).Options);

    // ServerVersion.AutoDetect has an overload over the signed package's MySqlConnection, which doesn't compile against an unsigned one.
    private ServerVersion EngineVersion()
    {
        using var connection = new MySqlConnection(server.ConnectionString);
        connection.Open();
        return ServerVersion.Parse(connection.ServerVersion);
    }

    private sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
    {
        public DbSet<Good> Goods => Set<Good>();

        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Good>(good =>
        {
            good.ToTable("ef_goods");
            good.Property(row => row.Stock).IsConcurrencyToken();
        });
    }

    private sealed class Good
    {
        public int Id { get; init; }
        public string Name { get; init; } = "";
        public decimal Price { get; init; }
        public int Stock { get; set; }
        public DateTime MadeAt { get; init; }
        public string? Note { get; init; }
        public bool IsOpen { get; init; }
        public Guid Tag { get; init; }
    }
}
