namespace Dugout.Load.Client;

/// <summary>Response checks beyond the status. Each check returns null, or a short description of the defect.</summary>
internal static partial class ResponseChecks
{
    public static string? Teams(Page<Team> page) =>
        page.Next is not null ? "a list of teams with a next page"
        : page.Items.Length == 0 ? "no teams"
        : page.Items.DistinctBy(team => team.Id).Count() != page.Items.Length ? "a team twice"
        : page.Items.Any(team => team is not { Id: > 0, Code.Length: > 0, Name.Length: > 0, Stadium.Id: > 0 }) ? "a team without id, code, name or stadium"
        : null;

    public static string? Games(Page<Game> page, Month month) =>
        page.Next is not null ? "a month of games with a next page"
        : page.Items.DistinctBy(game => game.Id).Count() != page.Items.Length ? "a game twice"
        : page.Items.FirstOrDefault(game => !month.Contains(game.StartsAt)) is { } stray ? $"game {stray.Id} starts at {stray.StartsAt:u}, not in {month}"
        : page.Items.FirstOrDefault(game => game.HomeTeam.Id == game.AwayTeam.Id) is { } mirror ? $"game {mirror.Id} has one team twice"
        : null;

    public static string? Games(Page<Game> page, Season season, Month month) =>
        Games(page, month) ?? (page.Items.FirstOrDefault(game => !season.Teams.Contains(game.HomeTeam.Id) || !season.Teams.Contains(game.AwayTeam.Id)) is { } odd
            ? $"game {odd.Id} has a team that is not in the list of teams" : null);

    public static string? Game(GameDetail detail, Game listed) =>
        detail.Id != listed.Id ? $"game {detail.Id} instead of {listed.Id}"
        : detail.Title != listed.Title || detail.HomeTeam != listed.HomeTeam || detail.AwayTeam != listed.AwayTeam ? "not the game as it was listed"
        : detail.SeatsPerAccount < 1 ? "no seats per account"
        : null;

    public static string? Grades(Page<GradeInSale> page) =>
        page.Items.Length == 0 ? "no grades"
        : page.Items.Any(grade => grade.Remaining < 0 || grade.Remaining > grade.Capacity) ? "remaining is not between 0 and capacity"
        : page.Items.Any(grade => grade.Price < 0) ? "a price below 0"
        : !Ascending(page.Items.Select(grade => grade.GradeId)) ? "grades not in the order of their ids"
        : null;

    public static string? Grade(Grade grade, GradeInSale listed) =>
        grade.GradeId != listed.GradeId ? $"grade {grade.GradeId} instead of {listed.GradeId}"
        : (grade.Name, grade.Price, grade.Capacity) != (listed.Name, listed.Price, listed.Capacity) ? "not the grade as it was listed"
        : !Contiguous(grade) ? "its blocks do not number the seats from 1 to capacity"
        : null;

    public static string? Taken(TakenSeats seats, int capacity) =>
        !Ascending(seats.Taken.Select(number => (long)number)) ? "taken seats not ascending"
        : seats.Taken.Any(number => number < 1 || number > capacity) ? "a taken seat that does not exist"
        : seats.Version.ValueKind is System.Text.Json.JsonValueKind.Null ? "no version"
        : null;

    public static string? Hold(Hold hold, long game, Seat[] requested, long price, DateTimeOffset now) =>
        hold.HoldId < 1 ? "no hold id"
        : hold.GameId != game ? $"game {hold.GameId} instead of {game}"
        : !SameSeats(hold.Seats, requested) ? "not the requested seats"
        : hold.Seats.Any(seat => seat.Price != price) ? "not the price of the grade"
        : hold.ExpiresAt <= now ? "a hold that has expired already"
        : null;

    public static string? Reservation(Reservation reservation, Hold hold) =>
        reservation.ReservationId < 1 ? "no reservation id"
        : reservation.GameId != hold.GameId ? $"game {reservation.GameId} instead of {hold.GameId}"
        : !reservation.Seats.ToHashSet().SetEquals(hold.Seats) || reservation.Seats.Length != hold.Seats.Length ? "not the seats that were held"
        : reservation.Total != reservation.Seats.Sum(seat => seat.Price) ? $"total {reservation.Total} is not the sum of the prices"
        : null;

    public static string? MyReservations(Page<Reservation> page) =>
        page.Items.DistinctBy(one => one.ReservationId).Count() != page.Items.Length ? "a reservation twice"
        : page.Items.Zip(page.Items.Skip(1)).Any(pair => pair.First.ReservedAt < pair.Second.ReservedAt) ? "not the newest first"
        : page.Items.FirstOrDefault(one => one.Seats.Length == 0 || one.Total != one.Seats.Sum(seat => seat.Price)) is { } odd ? $"reservation {odd.ReservationId} has no seats, or a total that isn't their sum"
        : null;

    public static string? MyReservation(Reservation shown, Reservation listed) =>
        (shown.ReservationId, shown.GameId, shown.Total, shown.ReservedAt) != (listed.ReservationId, listed.GameId, listed.Total, listed.ReservedAt) || !shown.Seats.SequenceEqual(listed.Seats)
            ? "not the reservation as it was listed"
            : null;

    public static string? MyHolds(Page<Hold> page, long game) =>
        page.Items.FirstOrDefault(hold => hold.GameId != game) is { } stray ? $"hold {stray.HoldId} is of game {stray.GameId}, not {game}"
        : page.Items.Zip(page.Items.Skip(1)).Any(pair => pair.First.ExpiresAt > pair.Second.ExpiresAt) ? "not the one that ends first before the others"
        : null;

    public static string? Products(Page<Product> page, string delivery, long after, int limit) =>
        page.Items.Length > limit ? $"{page.Items.Length} products where at most {limit} were requested"
        : page.Items.FirstOrDefault(product => !product.Deliveries.Contains(delivery)) is { } stray ? $"product {stray.ProductId} isn't delivered by {delivery}"
        : !Ascending(page.Items.Select(product => product.ProductId).Prepend(after)) ? $"products not in the order of their ids after {after}"
        : page.Items.Length < limit && page.Next is not null ? "a short page with a next page"
        : page.Items.Any(product => product is not { Name.Length: > 0, Price: >= 0 }) ? "a product without name or price"
        : null;

    public static string? Campaigns(Page<Campaign> page) =>
        page.Items.FirstOrDefault(campaign => Campaign(campaign, campaign) is not null) is { } odd ? $"campaign {odd.CampaignId}: {Campaign(odd, odd)}"
        : page.Items.Zip(page.Items.Skip(1)).Any(pair => pair.First.EndsAt > pair.Second.EndsAt) ? "campaigns not in the order of their ends"
        : null;

    public static string? Campaign(Campaign shown, Campaign listed) =>
        shown.CampaignId < 1 || shown with { Remaining = listed.Remaining } != listed ? "not the campaign as it was listed"
        : shown.Remaining < 0 || shown.Remaining > shown.Stock ? "remaining is not between 0 and stock"
        : null;

    public static string? Coupon(Coupon coupon, Campaign campaign) =>
        coupon.CouponId < 1 ? "no coupon id"
        : (coupon.CampaignId, coupon.Discount, coupon.Minimum, coupon.ValidUntil) != (campaign.CampaignId, campaign.Discount, campaign.Minimum, campaign.ValidUntil) ? "not a coupon of the campaign"
        : null;

    private static bool SameSeats(SeatAtPrice[] granted, Seat[] requested) =>
        granted.Length == requested.Length && granted.Select(seat => seat.Seat).ToHashSet().SetEquals(requested);

    private static bool Contiguous(Grade grade)
    {
        var next = 1;
        foreach (var block in grade.Blocks.OrderBy(block => block.FirstNumber))
        {
            if (block.FirstNumber != next || block.Seats < 1) return false;
            next += block.Seats;
        }

        return next == grade.Capacity + 1;
    }

    private static bool Ascending(IEnumerable<long> numbers)
    {
        var before = long.MinValue;
        foreach (var number in numbers)
        {
            if (number <= before) return false;
            before = number;
        }

        return true;
    }
}
