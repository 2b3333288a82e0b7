
namespace Dugout.Features.FanEvents;

/// <summary>An event as a list item. <see cref="ShowPlaces"/> returns its live counters.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Title">Its title.</param>
/// <param name="Venue">The venue within the district.</param>
/// <param name="District">The district.</param>
/// <param name="Category">The category.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
/// <param name="ApplicationsCloseAt">End of the application window, UTC, exclusive.</param>
/// <param name="Places">Number of places.</param>
/// <param name="HasWaitingList">Whether the event has a waiting list.</param>
/// <example>{"eventId":3,"title":"LG 트윈스 팬 사인회","venue":"잠실야구장","district":{"code":"seoul","name":"서울"},"category":{"code":"signing","name":"팬 사인회"},"startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100,"hasWaitingList":true}</example>
public sealed record EventItem(
    long EventId, string Title, string Venue, Label District, Label Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList);
