// What a step or an iteration answers: success or failure, a status code of the caller's choosing, a size, a value.

using Microsoft.FSharp.Core;
using NBomber.Contracts;

namespace NBomber.Contracts
{
    public interface IResponse
    {
        string StatusCode { get; }
        bool IsError { get; }
        int SizeBytes { get; }
        string Message { get; }
    }

    public sealed record Response<T>(string StatusCode, bool IsError, int SizeBytes, string Message, FSharpOption<T>? Payload) : IResponse;
}

namespace NBomber.CSharp
{
    public static class Response
    {
        public static Response<object> Ok(string statusCode = "", int sizeBytes = 0, string message = "") =>
            new(statusCode, false, sizeBytes, message, null);

        public static Response<T> Ok<T>(T payload, string statusCode = "", int sizeBytes = 0, string message = "") =>
            new(statusCode, false, sizeBytes, message, new FSharpOption<T>(payload));

        public static Response<object> Fail(string statusCode = "", string message = "", int sizeBytes = 0) => Fail<object>(statusCode, message, sizeBytes);

        public static Response<T> Fail<T>(string statusCode = "", string message = "", int sizeBytes = 0) => new(statusCode, true, sizeBytes, message, null);
    }
}

namespace Microsoft.FSharp.Core
{
    // NBomber is written in F#: a payload is an option there, and C# callers write Payload.Value.
    public sealed record FSharpOption<T>(T Value);
}
