using System.Security.Cryptography;
using Dugout.Features.Orders;
using Microsoft.Extensions.Configuration;

namespace Dugout.Migrator;

/// <summary>
/// The key with which the payment partner signs its callbacks. It is stored beside the key ring, and only the folder's owner can read it.
/// </summary>
internal static class PartnerKeys
{
    private const int Bytes = 32;

    /// <summary>Creates the key if it is missing.</summary>
    public static void Make(IConfiguration configuration, TextWriter log)
    {
        var folder = configuration["Keys:Folder"] ?? throw new MigrationFailedException("The setting Keys:Folder is missing.");
        Make(Path.Combine(folder, PaymentSignature.KeyFile), "the payment partner's signatures", log);
    }

    private static void Make(string file, string what, TextWriter log)
    {
        if (File.Exists(file))
            return;

        // Atomically: a killed run leaves a complete key or none.
        var unfinished = $"{file}.new";
        File.Delete(unfinished);
        var mine = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            mine.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using (var writer = new StreamWriter(unfinished, mine))
            writer.Write(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes)));

        File.Move(unfinished, file);
        log.WriteLine($"Created the key for {what}.");
    }
}
