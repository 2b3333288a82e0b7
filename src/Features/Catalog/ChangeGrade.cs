using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// Changes a seat grade: its name, price or limit. Operators only. Omitted members stay unchanged. Every replica applies the new
/// terms within a second; held seats keep their price. Returns 200 with the changed grade. Errors: 400 <c>invalid</c>, 404
/// <c>no-such-grade</c> (also for a grade of another game), 409 <c>name-taken</c> by another grade of the game.
/// </summary>
public static class ChangeGrade
{
    /// <summary>The changes; see <see cref="GradeSettings"/>.</summary>
    /// <param name="Name">The new name, 1 to 60 characters; omitted to keep it.</param>
    /// <param name="Price">One seat's new price, whole won, 0 to 10,000,000; omitted to keep it.</param>
    /// <param name="SeatsPerAccount">The new maximum number of seats of the grade per account, 1 to 100; omitted to keep it.</param>
    /// <example>{"price":27000}</example>
    public sealed record ChangeGradeRequest(
        [property: Text(GradeSettings.LongestName), JsonConverter(typeof(NeverNull<string>))] string? Name = null,
        [property: Number(0, GradeSettings.HighestPrice), JsonConverter(typeof(NeverNull<long?>))] long? Price = null,
        [property: Number(1, GameSettings.HighestLimit), JsonConverter(typeof(NeverNull<int?>))] int? SeatsPerAccount = null);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<GradeSettings>, Problem>> Handle(
        long gameId, long gradeId, ChangeGradeRequest request, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        if (request == new ChangeGradeRequest())
            return Problem.InvalidField("body", "Give at least one member to change.");

        var changed = await acts.DoAsync(account, "change-grade", connection => ChangeAsync(connection, gameId, gradeId, request), ProblemOf, cancellation);
        return changed.Value is { } state ? TypedResults.Ok(state.Settings) : changed.Problem!;
    }

    private static async Task<Result<OperatorAct<GradeState>>> ChangeAsync(
        LeasedConnection connection, long gameId, long gradeId, ChangeGradeRequest request)
    {
        const string Sql = """
            UPDATE grades
            SET name = COALESCE(@Name, name), price = COALESCE(@Price, price), seats_per_account = COALESCE(@SeatsPerAccount, seats_per_account)
            WHERE game_id = @gameId AND id = @gradeId
            """;
        if (await GradeSettings.ReadAsync(connection, gameId, gradeId) is not { } before)
            return CatalogProblems.NoSuchGrade;
        await connection.ExecuteAsync(Sql, new { gameId, gradeId, request.Name, request.Price, request.SeatsPerAccount });
        var after = (await GradeSettings.ReadAsync(connection, gameId, gradeId))!;
        return new OperatorAct<GradeState>(gameId, new(gradeId, before), new(gradeId, after), new AnswersChanged(CatalogResponses.OfGradesOf(gameId)));
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() ? CatalogProblems.NameTaken : null;

    /// <summary>The state in the record of operator acts, with the id of the grade.</summary>
    private sealed record GradeState(long GradeId, GradeSettings Settings);
}
