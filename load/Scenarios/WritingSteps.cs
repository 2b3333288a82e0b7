using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>A step that writes something: it is recorded before it is sent, and its response is recorded too.</summary>
internal static class WritingSteps
{
    /// <summary>Writes.</summary>
    /// <param name="iteration">The iteration.</param>
    /// <param name="step">The step.</param>
    /// <param name="repeat">When it may be retried.</param>
    /// <param name="writing">What is written.</param>
    /// <param name="id">Reads the id of the writing from the response's body; null where it has none.</param>
    /// <param name="send">Sends it.</param>
    public static Task<T> WriteAsync<T>(this Iteration iteration, string step, Repeat repeat, Writing writing, Func<T, long?> id, Func<Task<ShopResponse<T>>> send)
        where T : class => iteration.StepAsync(step, repeat, async () =>
        {
            var response = await send();
            writing.RecordResponse(response, id);
            return response;
        });
}
