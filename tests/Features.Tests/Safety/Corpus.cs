namespace Dugout.Features.Tests.Safety;

/// <summary>Invalid values, by the part of a request they are put into.</summary>
internal static class Corpus
{
    /// <summary>As the framework does, and as a client can, too.</summary>
    private const string LikeMissing = "JSON deserialization for type 'x' was missing required properties including: 'a', 'a'.";

    private const string LikeUnknown = "The JSON property 'a' could not be mapped";

    /// <summary>Members that no request has, as JSON.</summary>
    public static IReadOnlyList<string> Members { get; } =
    [
        .. ((string[])["accountId", "isAdmin", "role", "price", "status", "reservedAt", "id", "", " ", "__proto__", "$type", "$ref", "$id", "$values", "a.b", "a[0]", "a'b", "😀", LikeMissing, LikeUnknown]).Select(Json),
        """ "\ud800" """.Trim(), """ "a\u0000b" """.Trim(), Json(new string('m', 10_000)),
    ];

    /// <summary>Values of JSON, and some that are none.</summary>
    public static IReadOnlyList<string> Values { get; } =
    [
        "null", "true", "[]", "{}", "[null]", "[[]]", "[1,1]", "0", "-1", "-0", "1.5", "1e3", "1E400", "-1e-400", "2147483648", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", new string('9', 50), $"0.{new string('1', 400)}", "01", "+1", "0x10", "NaN", "Infinity", "'x'", "undefined",
        .. ((string[])["", " ", "\t", "\u3000", "\u200b", "1", "x", "null", "%00", "' OR 1=1 -- ", "\"; DROP TABLE accounts; --", "{0}%s%n{{}}", "${jndi:ldap://x}", "\r\nX-Injected: 1", "../../etc/passwd",
            "<script>alert(1)</script>", "\u202eabc", "\ufeff", "\uffff", "e\u0301", "ﬀ", "İ", "💥", "*", "dugout:", "a@b", "2027-04-01T00:00:00+09:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59.9999999Z", "2027-02-30T00:00:00Z", "2050-01-01T00:00:00Z", "2050-01-01", "approved", LikeMissing, LikeUnknown]).Select(Json),
        Json(new string('a', 61)), Json(new string('a', 4_001)), Json(new string('가', 2_001)), Json(string.Concat(Enumerable.Repeat("💥", 1_001))), Json(new string('a', 60_000)),
        """ "\ud800" """.Trim(), """ "\udc00\ud800" """.Trim(), """ "\u0000" """.Trim(), """ "a\u0000b" """.Trim(), """ "\x" """.Trim(), """ "open """.Trim(),
        Nested(20), Nested(10_000), $"[{string.Join(',', Enumerable.Range(1, 5_000))}]", "{\"a\":{\"a\":{\"a\":{\"a\":1}}}}", "/**/1", "1,",
    ];

    /// <summary>Escaped path segments. None ends its segment.</summary>
    public static IReadOnlyList<string> Pieces { get; } =
    [
        "-1", "0", "1", "00000001", "2147483648", "9007199254740992", "9223372036854775807", "9223372036854775808", new string('9', 40), "1e3", "1.5", "+1", "%2B1", "0x10", "NaN", "null", "undefined", "true",
        "%20", "%201", "1%20", "%09", "%0D%0AX-Injected:%201", "%27", "1%27%20OR%201=1--", "1%3B", "%22", "%3Cscript%3E", "%25", "%2F", "%5C", "%7B0%7D", "*", "%2A", ",", "1,2", ";", "=", "@", "()", "[]", "%5B%5D",
        "%EF%BC%91", "%F0%9F%92%A5", "%ED%95%9C", "%C3%28", "%FF", "%E2%80%AE", "%EF%BB%BF", "%ED%A0%80", "%", "%zz", "%u0041", new string('a', 300), new string('a', 3_000), "AAAAAAAAAAAAAAAAAAAAAA", "_____________________w",
        "f_________-AAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA%3D%3D", "2027-04", "2100-12", "0000-00", "9999-12", "rocket", "teams",
    ];

    /// <summary>Texts for whatever header.</summary>
    public static IReadOnlyList<string> Headers { get; } =
    [
        "", " ", "x", "*", "\"\"", "W/\"x\"", "\"x\", \"y\"", "é", "한글", "💥", "\t", "0-1-1", "0-1-999999999999999999", "4294967295-4294967295-99999", "999999999-999999999-1", "a:1-5", "{}", "null", "%00", "<x>",
        "bytes=0-1", "bytes=-1", "gzip", "identity;q=0", "127.0.0.1", "::1, 10.0.0.1", "unknown", new string('h', 65), new string('h', 8_000),
    ];

    /// <summary>Content types of bodies; null for none.</summary>
    public static IReadOnlyList<string?> Types { get; } =
    [
        null, "", "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/octet-stream", "application/problem+json", "APPLICATION/JSON", "application/json;",
        "application/json; charset=utf-8", "application/json; charset=\"utf-8\"", "application/json; charset=utf-16", "application/json; charset=utf-32", "application/json; charset=iso-8859-1",
        "application/json; charset=utf-7", "application/json; charset=nonsense", "application/json; charset=", "application/json, text/plain", "json", "/", "*/*", "image/png", "application/json; a=" + new string('b', 500),
    ];

    /// <summary>Access tokens and what takes their place, as the whole header.</summary>
    public static IReadOnlyList<string> Tokens { get; } =
    [
        "", "Bearer", "Bearer ", "Bearer x", "Bearer null", "bearer ====", "Basic ZmFuMTp4", "Bearer CfDJ8", $"Bearer {new string('A', 700)}", $"Bearer {new string('A', 6_000)}", "Bearer \u00e9", "Bearer a b", "Bearer a,Bearer b",
    ];

    private static string Json(string text) => System.Text.Json.JsonSerializer.Serialize(text);

    private static string Nested(int levels) => new string('[', levels) + new string(']', levels);
}
