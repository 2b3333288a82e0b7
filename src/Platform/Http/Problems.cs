namespace Dugout.Platform.Http;

/// <summary>Every refusal the API knows, by its stable code. A refusal is an answer, not a fault: nothing was changed.</summary>
public static partial class Problems
{
    /// <summary>The request is not well formed; member <c>errors</c> says which field and why.</summary>
    public static readonly Problem Invalid = new(400, "invalid", "The request is not valid.");

    /// <summary>A write that costs something needs the header <c>Idempotency-Key</c>.</summary>
    public static readonly Problem IdempotencyKeyMissing =
        new(400, "idempotency-key-missing", "Send an Idempotency-Key of 1 to 64 visible ASCII characters.");

    /// <summary>No access token, or one that is not or no longer valid.</summary>
    public static readonly Problem NotSignedIn = new(401, "not-signed-in", "Sign in first.");

    /// <summary>E-mail and password don't belong together; which of them is wrong isn't said.</summary>
    public static readonly Problem BadCredentials = new(401, "bad-credentials", "E-mail or password is wrong.");

    /// <summary>The body wasn't signed by who may send it.</summary>
    public static readonly Problem BadSignature = new(401, "bad-signature", "The signature is missing or wrong.");

    /// <summary>E-mail and password are right, but an operator has banned the account.</summary>
    public static readonly Problem AccountBanned = new(403, "account-banned", "This account has been banned.");

    /// <summary>Signed in, but not for this.</summary>
    public static readonly Problem NotAllowed = new(403, "not-allowed", "This account may not do that.");

    /// <summary>No such address.</summary>
    public static readonly Problem NoSuchPage = new(404, "no-such-page", "There is nothing at this address.");

    /// <summary>No game has this id.</summary>
    public static readonly Problem NoSuchGame = new(404, "no-such-game", "There is no such game.");

    /// <summary>No team has this id.</summary>
    public static readonly Problem NoSuchTeam = new(404, "no-such-team", "There is no such team.");

    /// <summary>No stadium has this id.</summary>
    public static readonly Problem NoSuchStadium = new(404, "no-such-stadium", "There is no such stadium.");

    /// <summary>No stand has this id.</summary>
    public static readonly Problem NoSuchStand = new(404, "no-such-stand", "There is no such stand.");

    /// <summary>The game has no seat grade of this id.</summary>
    public static readonly Problem NoSuchGrade = new(404, "no-such-grade", "The game has no such seat grade.");

    /// <summary>The game has no seat of this grade and number.</summary>
    public static readonly Problem NoSuchSeat = new(404, "no-such-seat", "The game has no such seat.");

    /// <summary>The reservation never had a seat of this grade and number.</summary>
    public static readonly Problem NoSuchSeatReserved = NoSuchSeat with { Detail = "The reservation has no such seat." };

    /// <summary>No product has this id.</summary>
    public static readonly Problem NoSuchProduct = new(404, "no-such-product", "There is no such product.");

    /// <summary>The order does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchOrder = new(404, "no-such-order", "There is no such order.");

    /// <summary>The coupon does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchCoupon = new(404, "no-such-coupon", "There is no such coupon.");

    /// <summary>No post has this id.</summary>
    public static readonly Problem NoSuchPost = new(404, "no-such-post", "There is no such post.");

    /// <summary>The post has no comment of this id.</summary>
    public static readonly Problem NoSuchComment = new(404, "no-such-comment", "The post has no such comment.");

    /// <summary>No fan has this id.</summary>
    public static readonly Problem NoSuchFan = new(404, "no-such-fan", "There is no such fan.");

    /// <summary>The code is wrong, was used, or has run out; which of these isn't said.</summary>
    public static readonly Problem NoSuchCode = new(404, "no-such-code", "The code is wrong, or no longer good.");

    /// <summary>The picture does not exist; or, for a post, belongs to another account or to another post.</summary>
    public static readonly Problem NoSuchPicture = new(404, "no-such-picture", "There is no such picture.");

    /// <summary>The hold exists, but belongs to another account.</summary>
    public static readonly Problem NoSuchHold = new(404, "no-such-hold", "There is no such hold.");

    /// <summary>No coupon campaign has this id.</summary>
    public static readonly Problem NoSuchCampaign = new(404, "no-such-campaign", "There is no such campaign.");

    /// <summary>No fan event has this id.</summary>
    public static readonly Problem NoSuchEvent = new(404, "no-such-event", "There is no such event.");

    /// <summary>The account has not applied for the event.</summary>
    public static readonly Problem NoSuchApplication = new(404, "no-such-application", "This account has not applied for this event.");

    /// <summary>Nothing is ranked under this name.</summary>
    public static readonly Problem NoSuchRanking = new(404, "no-such-ranking", "There is no such ranking.");

    /// <summary>No operator's pick has this id, or no longer; or it has no picture.</summary>
    public static readonly Problem NoSuchPick = new(404, "no-such-pick", "There is no such pick.");

    /// <summary>The address is right, the method is not.</summary>
    public static readonly Problem MethodNotAllowed = new(405, "method-not-allowed", "This address doesn't take this method.");

    /// <summary>Another account has the e-mail, in whichever spelling.</summary>
    public static readonly Problem EmailTaken = new(409, "email-taken", "There is an account with this e-mail already.");

    /// <summary>A seat is sold, blocked or held; member <c>seats</c> says which and why.</summary>
    public static readonly Problem SeatTaken = new(409, "seat-taken", "At least one of the seats is taken.");

    /// <summary>At least one of the seats to be released isn't blocked.</summary>
    public static readonly Problem NotBlocked = new(409, "not-blocked", "At least one of the seats isn't blocked.");

    /// <summary>Of some product too little is left; member <c>lines</c> says of which, and how much.</summary>
    public static readonly Problem OutOfStock = new(409, "out-of-stock", "Too little is left of at least one product.");

    /// <summary>The coupon was used for another order.</summary>
    public static readonly Problem CouponUsed = new(409, "coupon-used", "This coupon has been used already.");

    /// <summary>The coupon's time is over.</summary>
    public static readonly Problem CouponNotValid = new(409, "coupon-not-valid", "This coupon is no longer valid.");

    /// <summary>The order costs less than the coupon asks for.</summary>
    public static readonly Problem MinimumNotReached = new(409, "minimum-not-reached", "The order costs too little for this coupon.");

    /// <summary>The order's payment was declined, so there is nothing left to cancel.</summary>
    public static readonly Problem OrderDeclined = new(409, "order-declined", "The payment of this order was declined.");

    /// <summary>The campaign gives no coupons away yet.</summary>
    public static readonly Problem CampaignNotBegun = new(409, "campaign-not-begun", "The campaign has not begun yet.");

    /// <summary>The campaign gives no coupons away any more.</summary>
    public static readonly Problem CampaignOver = new(409, "campaign-over", "The campaign is over.");

    /// <summary>The account has a coupon of the campaign.</summary>
    public static readonly Problem AlreadyClaimed = new(409, "already-claimed", "This account has claimed its coupon already.");

    /// <summary>The campaign has no coupon left.</summary>
    public static readonly Problem SoldOut = new(409, "sold-out", "No coupon is left.");

    /// <summary>Nobody can apply for the event yet.</summary>
    public static readonly Problem ApplicationsNotOpen = new(409, "applications-not-open", "Applications for this event have not opened yet.");

    /// <summary>Nobody can apply for the event any more.</summary>
    public static readonly Problem ApplicationsClosed = new(409, "applications-closed", "Applications for this event are closed.");

    /// <summary>The account has applied for the event.</summary>
    public static readonly Problem AlreadyApplied = new(409, "already-applied", "This account has applied for this event already.");

    /// <summary>All places of the event are taken, and nobody is put in line.</summary>
    public static readonly Problem EventFull = new(409, "event-full", "No place is left.");

    /// <summary>Fans have more places of the event than an operator wants it to have.</summary>
    public static readonly Problem PlacesTaken = new(409, "places-taken", "More places than that are taken.");

    /// <summary>Another game starts in the stadium at that time.</summary>
    public static readonly Problem StadiumTaken = new(409, "stadium-taken", "Another game starts in that stadium at that time.");

    /// <summary>Another seat grade of the game has the name.</summary>
    public static readonly Problem NameTaken = new(409, "name-taken", "Another seat grade of the game has that name.");

    /// <summary>What an operator wants to recommend is a pick already.</summary>
    public static readonly Problem AlreadyPicked = new(409, "already-picked", "This is one of the picks already.");

    /// <summary>The account would have more seats of the game, or of the grade, than one account may.</summary>
    public static readonly Problem LimitReached = new(409, "limit-reached", "That would be more seats than one account may have.");

    /// <summary>The sale of this game has not begun.</summary>
    public static readonly Problem SaleNotOpen = new(409, "sale-not-open", "The sale has not opened yet.");

    /// <summary>The sale of this game is over.</summary>
    public static readonly Problem SaleClosed = new(409, "sale-closed", "The sale is closed.");

    /// <summary>The hold is gone, or never was.</summary>
    public static readonly Problem HoldExpired = new(409, "hold-expired", "The hold has expired.");

    /// <summary>The hold has lived as long as a hold may.</summary>
    public static readonly Problem RenewalLimit = new(409, "renewal-limit", "The hold can't be renewed any further.");

    /// <summary>What was to be cancelled has been cancelled before.</summary>
    public static readonly Problem AlreadyCancelled = new(409, "already-cancelled", "This has been cancelled already.");

    /// <summary>The reservation does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchReservation = new(404, "no-such-reservation", "There is no such reservation.");

    /// <summary>The body is longer than this API takes.</summary>
    public static readonly Problem TooLarge = new(413, "too-large", "The request is too large.");

    /// <summary>Bodies are JSON.</summary>
    public static readonly Problem UnsupportedMediaType = new(415, "unsupported-media-type", "This address doesn't take a body of this type. Mostly it is application/json.");

    /// <summary>The idempotency key was used before, for something else.</summary>
    public static readonly Problem IdempotencyKeyReused =
        new(422, "idempotency-key-reused", "This Idempotency-Key was used for another request.");

    /// <summary>Too many failed sign-ins, or sign-ups; the header <c>Retry-After</c> says when to come back.</summary>
    public static readonly Problem TooManyAttempts = new(429, "too-many-attempts", "Too many attempts. Wait a while.", RetryAfter: 60);

    /// <summary>Sign-ins come faster than passwords can be checked.</summary>
    public static readonly Problem SignInBusy = new(503, "sign-in-busy", "Too many people are signing in. Try again shortly.", RetryAfter: 2);

    /// <summary>Something we need is away or overloaded; trying again shortly is safe.</summary>
    public static readonly Problem Busy = new(503, "busy", "The shop is busy. Try again shortly.", RetryAfter: 1);

    /// <summary>A fault of ours. The log knows more under the trace id; the answer doesn't.</summary>
    public static readonly Problem Fault = new(500, "fault", "Something went wrong on our side.");
}
