using Microsoft.EntityFrameworkCore;

namespace Dugout.Platform.Persistence;

/// <summary>Queries the rows of the server that <see cref="Consistency.Reads"/> chooses: usually a replica, which may lag the primary slightly.</summary>
/// <param name="options">Options with the server's address and the model.</param>
public sealed class ReadContext(DbContextOptions<ReadContext> options) : DbContext(options);
