using System.Text.Json.Serialization;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// Creates a game with its seat grades; sales start when its window opens. Operators only. Returns 201. Errors: 400
/// <c>invalid</c>, 404 <c>no-such-team</c>, <c>no-such-stadium</c> or <c>no-such-stand</c>, 409 <c>stadium-taken</c> if another
/// game starts there at the same time.
/// </summary>
public static class CreateGame
{
    private const int MostGrades = 20;

    /// <summary>The game.</summary>
    /// <param name="HomeTeamId">The home team.</param>
    /// <param name="AwayTeamId">The away team.</param>
    /// <param name="StartsAt">First pitch, UTC.</param>
    /// <param name="SaleOpensAt">Start of the sale, UTC, inclusive.</param>
    /// <param name="SaleClosesAt">End of the sale, UTC, exclusive.</param>
    /// <param name="Grades">The seat grades: 1 to 20, each stand and each name once.</param>
    /// <param name="StadiumId">The stadium; null for the home team's.</param>
    /// <param name="Title">The title; null for both teams' names.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats per account.</param>
    /// <example>{"homeTeamId":1,"awayTeamId":2,"startsAt":"2027-07-10T09:00:00Z","saleOpensAt":"2027-06-26T02:00:00Z","saleClosesAt":"2027-07-10T09:00:00Z","grades":[{"standId":1,"name":"테이블석","price":50000}],"title":"올스타전"}</example>
    public sealed record CreateGameRequest(
        long HomeTeamId,
        long AwayTeamId,
        [property: Time] DateTime StartsAt,
        [property: Time] DateTime SaleOpensAt,
        [property: Time] DateTime SaleClosesAt,
        [property: Items(1, MostGrades)] IReadOnlyList<NewGrade> Grades,
        long? StadiumId = null,
        [property: Text(GameSettings.LongestTitle)] string? Title = null,
        [property: Number(1, GameSettings.HighestLimit)] int SeatsPerAccount = GameSettings.DefaultSeatsPerAccount);

    /// <summary>A seat grade: all seats of a stand.</summary>
    /// <param name="StandId">The stand.</param>
    /// <param name="Name">The name of the grade.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats of the grade per account.</param>
    /// <example>{"standId":1,"name":"테이블석","price":50000,"seatsPerAccount":4}</example>
    [method: JsonConstructor] // Without a named constructor a struct's members could be omitted from a request.
    public readonly record struct NewGrade(
        long StandId,
        [property: Text(GradeSettings.LongestName)] string Name,
        [property: Number(0, GradeSettings.HighestPrice)] long Price,
        [property: Number(1, GameSettings.HighestLimit)] int SeatsPerAccount = GameSettings.DefaultSeatsPerAccount);

    /// <summary>The created game.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Game">Its settings.</param>
    /// <param name="Grades">Its seat grades.</param>
    /// <example>{"id":721,"game":{"title":"올스타전","startsAt":"2027-07-10T09:00:00Z","saleOpensAt":"2027-06-26T02:00:00Z","saleClosesAt":"2027-07-10T09:00:00Z","seatsPerAccount":4},"grades":[{"gradeId":3601,"standId":1,"name":"테이블석","price":50000,"capacity":1000,"seatsPerAccount":4}]}</example>
    public sealed record CreatedGame(long Id, GameSettings Game, IReadOnlyList<CreatedGrade> Grades);

    /// <summary>A created grade.</summary>
    /// <param name="GradeId">Its id.</param>
    /// <param name="StandId">Its stand.</param>
    /// <param name="Name">Its name.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="Capacity">Number of seats, numbered from 1.</param>
    /// <param name="SeatsPerAccount">Maximum number of seats of the grade per account.</param>
    /// <example>{"gradeId":3601,"standId":1,"name":"테이블석","price":50000,"capacity":1000,"seatsPerAccount":4}</example>
    public sealed record CreatedGrade(long GradeId, long StandId, string Name, long Price, int Capacity, int SeatsPerAccount);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<CreatedGame>, Problem>> Handle(
        CreateGameRequest request, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        if (ErrorOf(request) is { } invalid)
            return invalid;

        var made = await acts.DoAsync(account, "create-game", connection => MakeAsync(connection, request), ProblemOf, cancellation);
        return made.Value is { } game ? TypedResults.Created($"/api/games/{game.Id}", game) : made.Problem!;
    }

    private static Problem? ErrorOf(CreateGameRequest request)
    {
        var names = request.Grades.Select(grade => grade.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var stands = request.Grades.Select(grade => grade.StandId).ToHashSet();
        return (request.SaleOpensAt >= request.SaleClosesAt ? GameSettings.ClosesTooEarly : null)
            ?? (request.HomeTeamId == request.AwayTeamId ? Problem.InvalidField("awayTeamId", "Give another team than the home team.") : null)
            ?? (names.Count < request.Grades.Count ? Problem.InvalidField("grades", "Give each name once.") : null)
            ?? (stands.Count < request.Grades.Count ? Problem.InvalidField("grades", "Give each stand once.") : null);
    }

    private static async Task<Result<OperatorAct<CreatedGame>>> MakeAsync(LeasedConnection connection, CreateGameRequest request)
    {
        const string Game = """
            INSERT INTO games (title, home_team_id, away_team_id, stadium_id, starts_at, sale_opens_at, sale_closes_at, seats_per_account)
            SELECT COALESCE(@Title, CONCAT(away.name, ' vs ', home.name)), home.id, away.id, COALESCE(@StadiumId, home.stadium_id),
                   @StartsAt, @SaleOpensAt, @SaleClosesAt, @SeatsPerAccount
            FROM teams home JOIN teams away WHERE home.id = @HomeTeamId AND away.id = @AwayTeamId;
            SELECT LAST_INSERT_ID() FROM DUAL WHERE ROW_COUNT() = 1
            """;
        const string Grades = """
            SELECT id AS GradeId, stand_id AS StandId, name AS Name, price AS Price, capacity AS Capacity, seats_per_account AS SeatsPerAccount
            FROM grades WHERE game_id = @gameId ORDER BY id
            """;
        if (await connection.QuerySingleOrDefaultAsync<long?>(Game, request) is not { } gameId)
            return CatalogProblems.NoSuchTeam;
        try
        {
            if (await AddGradesAsync(connection, gameId, request.Grades) is { } problem)
                return problem;
        }
        catch (MySqlException error) when (error.IsDuplicateKey())
        {
            // The stands differ, so the names collide: the database treats more names as equal than .NET does.
            return CatalogProblems.NameTaken;
        }

        var made = await GameSettings.ReadAsync(connection, gameId);
        var grades = (await connection.QueryAsync<CreatedGrade>(Grades, new { gameId })).AsList();
        return new OperatorAct<CreatedGame>(gameId, Before: null, new(gameId, made!, grades), new AnswersChanged(CatalogResponses.OfGame(gameId)));
    }

    private static async Task<Problem?> AddGradesAsync(LeasedConnection connection, long gameId, IReadOnlyList<NewGrade> grades)
    {
        const string Grade = """
            INSERT INTO grades (game_id, stand_id, name, price, capacity, seats_per_account)
            SELECT @gameId, id, @Name, @Price, capacity, @SeatsPerAccount FROM stands WHERE id = @StandId
            """;
        foreach (var grade in grades)
        {
            if (await connection.ExecuteAsync(Grade, new { gameId, grade.StandId, grade.Name, grade.Price, grade.SeatsPerAccount }) == 0)
                return CatalogProblems.NoSuchStand;
        }

        return null;
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => CatalogProblems.StadiumTaken,
        _ when error.HasNoParent() => CatalogProblems.NoSuchStadium,
        _ => null,
    };
}
