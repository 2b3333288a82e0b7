namespace Dugout.Features.Talk;

/// <summary>A post as a list item.</summary>
/// <param name="PostId">Its id.</param>
/// <param name="TeamId">The team of its board; null for the general board.</param>
/// <param name="Author">Its author.</param>
/// <param name="Title">Its title.</param>
/// <param name="Likes">Number of likes.</param>
/// <param name="Comments">Number of comments.</param>
/// <param name="WrittenAt">Time it was written, UTC.</param>
/// <param name="EditedAt">Time of the last edit, UTC; null if never edited.</param>
/// <example>{"postId":41,"teamId":1,"author":{"id":1,"nickname":"직관요정"},"title":"오늘 선발 누구인가요?","likes":5,"comments":1,"writtenAt":"2027-04-01T02:10:00Z","editedAt":null}</example>
public sealed record TalkPost(long PostId, long? TeamId, Talker Author, string Title, int Likes, int Comments, DateTime WrittenAt, DateTime? EditedAt);

/// <summary>The public data of an author.</summary>
/// <param name="Id">The author's account id.</param>
/// <param name="Nickname">The public nickname; empty if the account no longer exists.</param>
/// <example>{"id":1,"nickname":"직관요정"}</example>
public sealed record Talker(long Id, string Nickname);
