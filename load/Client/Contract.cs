using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dugout.Load.Client;

// The JSON of customer requests, as the HTTP contract defines it. A missing or null member makes a response wrong; an unknown member is ignored.

internal sealed record SignInRequest(string Email, string Password, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? DeviceToken = null);

internal sealed record Session(string AccessToken, DateTimeOffset ExpiresAt, Account Account);

internal sealed record Account(long Id, string Nickname);

internal sealed record Page<T>(T[] Items, string? Next);

internal sealed record Team(long Id, string Code, string Name, Place Stadium);

internal sealed record Place(long Id, string Name);

internal sealed record Game(
    long Id, string Title, Place HomeTeam, Place AwayTeam, Place Stadium, DateTimeOffset StartsAt, DateTimeOffset SaleOpensAt, DateTimeOffset SaleClosesAt)
{
    /// <summary>Whether the game is on sale at this moment, by the clock of this machine.</summary>
    public bool OnSale(DateTimeOffset now) => SaleOpensAt <= now && now < SaleClosesAt;
}

internal sealed record GameDetail(long Id, string Title, Place HomeTeam, Place AwayTeam, int SeatsPerAccount);

internal sealed record GradeInSale(long GradeId, string Name, long Price, int Capacity, int Remaining);

internal sealed record Grade(long GradeId, string Name, long Price, int Capacity, int SeatsPerAccount, Block[] Blocks);

internal sealed record Block(string Name, int Rows, int SeatsPerRow, int FirstNumber)
{
    /// <summary>The number of seats in the block.</summary>
    [JsonIgnore]
    public int Seats => Rows * SeatsPerRow;
}

internal sealed record TakenSeats(JsonElement Version, int[] Taken);

internal sealed record HoldRequest(Seat[] Seats);

internal sealed record Seat(long GradeId, int Number);

internal sealed record Hold(long HoldId, long GameId, DateTimeOffset ExpiresAt, SeatAtPrice[] Seats);

internal sealed record SeatAtPrice(long GradeId, int Number, long Price)
{
    /// <summary>The seat without its price.</summary>
    [JsonIgnore]
    public Seat Seat => new(GradeId, Number);
}

internal sealed record ReservationRequest(long GameId, long HoldId);

internal sealed record Reservation(long ReservationId, JsonElement Number, long GameId, SeatAtPrice[] Seats, long Total, DateTimeOffset ReservedAt);

/// <summary>The public document of a waiting room.</summary>
internal sealed record WaitingRoom(string State, int Drawn, int Admitted, double Rate, string? SeedHash, string? Seed);

internal sealed record WaitingTicket(string Ticket, int Index, int? Number);

internal sealed record TicketExchange(string Ticket);

internal sealed record AccessPass(string Pass)
{
    /// <summary>The number is not up yet.</summary>
    public static readonly AccessPass NotYet = new("");
}

internal sealed record WaitingRoomSetting(string State, int MinRate, int MaxRate, int MaxActive, DateTime? OpensAt);

internal sealed record Stand(long Id, string Name, int Capacity);

internal sealed record NewGame(long HomeTeamId, long AwayTeamId, DateTime StartsAt, DateTime SaleOpensAt, DateTime SaleClosesAt, NewGrade[] Grades, string Title, int SeatsPerAccount);

internal sealed record NewGrade(long StandId, string Name, long Price, int SeatsPerAccount);

internal sealed record CreatedGame(long Id, CreatedGrade[] Grades);

internal sealed record CreatedGrade(long GradeId, long Price, int Capacity);

internal sealed record Product(long ProductId, string Name, long Price, string[] Deliveries);

internal sealed record Campaign(
    long CampaignId, string Name, long Discount, long Minimum, DateTimeOffset StartsAt, DateTimeOffset EndsAt, DateTimeOffset ValidUntil, long Stock, long Remaining);

internal sealed record Coupon(long CouponId, long CampaignId, long Discount, long Minimum, DateTimeOffset ValidUntil);

internal sealed record Post(long PostId, Writer Author, string Text, string[] Tags, long[] TeamIds, long[] PictureIds, int Likes, int Comments, DateTimeOffset PostedAt);

internal sealed record Writer(long FanId, string Nickname);

internal sealed record PostRequest(string Text, string[] Tags, long[] TeamIds, long[] PictureIds);

internal sealed record WrittenPost(long PostId, DateTimeOffset PostedAt);

internal sealed record CommentRequest(string Text);

internal sealed record WrittenComment(long CommentId, long PostId, DateTimeOffset CommentedAt);

internal sealed record UploadedPicture(long PictureId, string Kind, int Width, int Height);

internal sealed record TalkPost(long PostId, Talker Author, string Title, int Likes, int Comments, DateTimeOffset WrittenAt);

internal sealed record Talker(long Id, string Nickname);

internal sealed record TalkDetail(TalkPost Post, string Body);

internal sealed record TalkComment(long CommentId, Talker Author, string Body, DateTimeOffset WrittenAt);

internal sealed record TalkPostRequest(string Title, string Body);

internal sealed record WrittenTalkPost(long PostId, DateTimeOffset WrittenAt);

internal sealed record TalkCommentRequest(string Body);

internal sealed record WrittenTalkComment(long CommentId, DateTimeOffset WrittenAt);

internal sealed record RankingResponse(string Ranking, string Window, DateTimeOffset From, DateTimeOffset Until, RankingPlace[] Items);

internal sealed record RankingPlace(int Place, long Id, string Name, long Points);

internal sealed record Recommended(Pick[] Picks, FinishedSeries[] Series);

internal sealed record Pick(long PickId, long? GameId, long? ProductId, string Name, string Note, string? Picture);

internal sealed record FinishedSeries(string Title, long Games, DateTimeOffset EndedAt);

/// <summary>The bytes of a picture, not JSON.</summary>
internal sealed record PictureBytes(byte[] Content);

/// <summary>A response without a body, not JSON.</summary>
internal sealed record Done
{
    /// <summary>The only instance: these responses carry no data.</summary>
    public static readonly Done Instance = new();

    private Done()
    {
    }
}

/// <summary>An RFC 9457 problem with the contract's stable code. Every member may be missing when the response is not such a problem.</summary>
internal sealed record Problem(string? Code = null, string? TraceId = null, UnavailableSeat[]? Seats = null);

/// <summary>A seat that is unavailable, and the reason: <c>held</c>, <c>sold</c> or <c>blocked</c>.</summary>
internal sealed record UnavailableSeat(long GradeId, int Number, string Reason)
{
    /// <summary>The seat without the reason.</summary>
    [JsonIgnore]
    public Seat Seat => new(GradeId, Number);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(SignInRequest))]
[JsonSerializable(typeof(Session))]
[JsonSerializable(typeof(Page<Team>))]
[JsonSerializable(typeof(Page<Game>))]
[JsonSerializable(typeof(GameDetail))]
[JsonSerializable(typeof(Page<GradeInSale>))]
[JsonSerializable(typeof(Grade))]
[JsonSerializable(typeof(TakenSeats))]
[JsonSerializable(typeof(HoldRequest))]
[JsonSerializable(typeof(Hold))]
[JsonSerializable(typeof(ReservationRequest))]
[JsonSerializable(typeof(Reservation))]
[JsonSerializable(typeof(Page<Reservation>))]
[JsonSerializable(typeof(Page<Hold>))]
[JsonSerializable(typeof(WaitingRoom))]
[JsonSerializable(typeof(WaitingTicket))]
[JsonSerializable(typeof(TicketExchange))]
[JsonSerializable(typeof(AccessPass))]
[JsonSerializable(typeof(WaitingRoomSetting))]
[JsonSerializable(typeof(Page<Stand>))]
[JsonSerializable(typeof(NewGame))]
[JsonSerializable(typeof(CreatedGame))]
[JsonSerializable(typeof(Page<Product>))]
[JsonSerializable(typeof(Page<Campaign>))]
[JsonSerializable(typeof(Campaign))]
[JsonSerializable(typeof(Coupon))]
[JsonSerializable(typeof(Page<Post>))]
[JsonSerializable(typeof(Post))]
[JsonSerializable(typeof(PostRequest))]
[JsonSerializable(typeof(WrittenPost))]
[JsonSerializable(typeof(CommentRequest))]
[JsonSerializable(typeof(WrittenComment))]
[JsonSerializable(typeof(UploadedPicture))]
[JsonSerializable(typeof(Page<TalkPost>))]
[JsonSerializable(typeof(TalkDetail))]
[JsonSerializable(typeof(Page<TalkComment>))]
[JsonSerializable(typeof(TalkPostRequest))]
[JsonSerializable(typeof(WrittenTalkPost))]
[JsonSerializable(typeof(TalkCommentRequest))]
[JsonSerializable(typeof(WrittenTalkComment))]
[JsonSerializable(typeof(RankingResponse))]
[JsonSerializable(typeof(Recommended))]
[JsonSerializable(typeof(Problem))]
internal sealed partial class ShopJson : JsonSerializerContext;
