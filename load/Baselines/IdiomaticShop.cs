using Dugout.Load.Checks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Load.Baselines;

/// <summary>
/// The reading steps as the tutorials write them: minimal endpoints over a pooled Entity Framework context, untracked, projected to the response,
/// with the shop's own JSON. No cache, no sign-in, no replica.
/// </summary>
internal static class IdiomaticShop
{
    /// <summary>Builds it; it listens on a free port of this machine.</summary>
    public static WebApplication Build(string primary, SqlEngine engine)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddDbContextPool<IdiomaticContext>(options => options
            .UseMySql(primary, ServerVersion.Parse(engine.PomeloVersion)).UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking));
        var app = builder.Build();
        app.MapGet("/api/teams", TeamsAsync);
        app.MapGet("/api/games", GamesAsync);
        app.MapGet("/api/games/{gameId}", GameAsync);
        app.MapGet("/api/games/{gameId}/grades", GradesAsync);
        app.MapGet("/api/games/{gameId}/grades/{gradeId}", GradeAsync);
        app.MapGet("/api/games/{gameId}/grades/{gradeId}/taken", TakenAsync);
        return app;
    }

    private static async Task<IResult> TeamsAsync(IdiomaticContext database, CancellationToken cancellation) => List(await database.Set<Team>()
        .OrderBy(team => team.Id)
        .Select(team => new { team.Id, team.Code, team.Name, Stadium = new { team.Stadium.Id, team.Stadium.Name } })
        .ToListAsync(cancellation));

    private static async Task<IResult> GamesAsync(DateOnly from, DateOnly to, IdiomaticContext database, CancellationToken cancellation)
    {
        var (begin, end) = (from.ToDateTime(new(15, 0)).AddDays(-1), to.ToDateTime(new(15, 0)).AddDays(-1));
        return List(await database.Set<Game>()
            .Where(game => game.StartsAt >= begin && game.StartsAt < end)
            .OrderBy(game => game.StartsAt).ThenBy(game => game.Id)
            .Select(game => new
            {
                game.Id,
                game.Title,
                HomeTeam = new { game.HomeTeam.Id, game.HomeTeam.Name },
                AwayTeam = new { game.AwayTeam.Id, game.AwayTeam.Name },
                Stadium = new { game.Stadium.Id, game.Stadium.Name },
                game.StartsAt,
                game.SaleOpensAt,
                game.SaleClosesAt,
            })
            .ToListAsync(cancellation));
    }

    private static async Task<IResult> GameAsync(long gameId, IdiomaticContext database, CancellationToken cancellation) => One(await database.Set<Game>()
        .Where(game => game.Id == gameId)
        .Select(game => new
        {
            game.Id,
            game.Title,
            HomeTeam = new { game.HomeTeam.Id, game.HomeTeam.Name },
            AwayTeam = new { game.AwayTeam.Id, game.AwayTeam.Name },
            Stadium = new { game.Stadium.Id, game.Stadium.Name },
            game.StartsAt,
            game.SaleOpensAt,
            game.SaleClosesAt,
            game.SeatsPerAccount,
        })
        .SingleOrDefaultAsync(cancellation));

    private static async Task<IResult> GradesAsync(long gameId, IdiomaticContext database, CancellationToken cancellation) => List(await database.Set<Grade>()
        .Where(grade => grade.GameId == gameId)
        .OrderBy(grade => grade.Id)
        .Select(grade => new
        {
            GradeId = grade.Id,
            grade.Name,
            grade.Price,
            grade.Capacity,
            Remaining = grade.Capacity - database.Set<SeatClaim>().Count(claim => claim.GameId == grade.GameId && claim.GradeId == grade.Id),
        })
        .ToListAsync(cancellation));

    private static async Task<IResult> GradeAsync(long gameId, long gradeId, IdiomaticContext database, CancellationToken cancellation)
    {
        var grade = await database.Set<Grade>().SingleOrDefaultAsync(grade => grade.GameId == gameId && grade.Id == gradeId, cancellation);
        if (grade is null) return TypedResults.NotFound();
        var blocks = await database.Set<StandBlock>()
            .Where(block => block.StandId == grade.StandId)
            .OrderBy(block => block.FirstNumber)
            .Select(block => new { block.Name, Rows = block.SeatRows, block.SeatsPerRow, block.FirstNumber })
            .ToListAsync(cancellation);
        return TypedResults.Ok(new { GradeId = grade.Id, grade.Name, grade.Price, grade.Capacity, grade.SeatsPerAccount, Blocks = blocks });
    }

    private static async Task<IResult> TakenAsync(long gameId, long gradeId, IdiomaticContext database, CancellationToken cancellation)
    {
        var taken = await database.Set<SeatClaim>()
            .Where(claim => claim.GameId == gameId && claim.GradeId == gradeId)
            .OrderBy(claim => claim.Number)
            .Select(claim => claim.Number)
            .ToListAsync(cancellation);
        return TypedResults.Ok(new { Version = taken.Count, Taken = taken });
    }

    private static IResult List<T>(List<T> items) => TypedResults.Ok(new { Items = items, Next = (string?)null });

    private static IResult One<T>(T? found)
        where T : class => found is null ? TypedResults.NotFound() : TypedResults.Ok(found);
}

/// <summary>The tables the endpoints read.</summary>
internal sealed class IdiomaticContext(DbContextOptions<IdiomaticContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Stadium>().ToTable("stadiums");
        modelBuilder.Entity<Team>().ToTable("teams");
        modelBuilder.Entity<Game>().ToTable("games");
        modelBuilder.Entity<Grade>().ToTable("grades");
        modelBuilder.Entity<StandBlock>().ToTable("stand_blocks").HasKey(block => new { block.StandId, block.FirstNumber });
        modelBuilder.Entity<SeatClaim>().ToTable("seat_claims").HasKey(claim => new { claim.GameId, claim.GradeId, claim.Number });
        foreach (var property in modelBuilder.Model.GetEntityTypes().SelectMany(entity => entity.GetProperties()))
            property.SetColumnName(string.Concat(property.Name.Select((letter, at) => char.IsUpper(letter) && at > 0 ? $"_{letter}" : $"{letter}")).ToLowerInvariant());
    }
}

#pragma warning disable CA1812 // Entity Framework creates them.

internal sealed class Stadium
{
    public long Id { get; init; }

    public required string Name { get; init; }
}

internal sealed class Team
{
    public long Id { get; init; }

    public required string Code { get; init; }

    public required string Name { get; init; }

    public required Stadium Stadium { get; init; }
}

internal sealed class Game
{
    public long Id { get; init; }

    public required string Title { get; init; }

    public required Team HomeTeam { get; init; }

    public required Team AwayTeam { get; init; }

    public required Stadium Stadium { get; init; }

    public DateTime StartsAt { get; init; }

    public DateTime SaleOpensAt { get; init; }

    public DateTime SaleClosesAt { get; init; }

    public int SeatsPerAccount { get; init; }
}

internal sealed class Grade
{
    public long Id { get; init; }

    public long GameId { get; init; }

    public long StandId { get; init; }

    public required string Name { get; init; }

    public long Price { get; init; }

    public int Capacity { get; init; }

    public int SeatsPerAccount { get; init; }
}

internal sealed class StandBlock
{
    public long StandId { get; init; }

    public int FirstNumber { get; init; }

    public required string Name { get; init; }

    public int SeatRows { get; init; }

    public int SeatsPerRow { get; init; }
}

internal sealed class SeatClaim
{
    public long GameId { get; init; }

    public long GradeId { get; init; }

    public int Number { get; init; }
}
