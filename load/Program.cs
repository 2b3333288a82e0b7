using Dugout.Load;
using Dugout.Load.Checks;

return await new LoadCommand(new Surroundings
{
    Output = Console.Out,
    Errors = Console.Error,
    Watched = !Console.IsOutputRedirected,
    OpenRecords = connectionString => new SaleDatabase(connectionString),
}).RunAsync(args);
