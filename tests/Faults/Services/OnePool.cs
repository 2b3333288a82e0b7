using System.Runtime.CompilerServices;

namespace Dugout.Faults.Services;

/// <summary>
/// One pool of connections to the primary for writes and reads alike, as in a program with one connection string: waiting reads keep others
/// from writing, and every read resets its session.
/// </summary>
internal static class OnePool
{
    /// <summary>The product's databases, with one address for everything that is sent to the primary.</summary>
    public static Databases Make(IServiceProvider services)
    {
        // What Entity Framework's provider would add to it, which makes a pool of its own.
        var databases = OtherAddresses.Make(services, name => name == "Primary", primary => (primary.AllowUserVariables, primary.UseAffectedRows) = (true, false));
        ReadsOf(databases.Writers[0]) = databases.Primary;
        return databases;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Reads>k__BackingField")]
    private static extern ref string ReadsOf(WriterNode primary);
}
