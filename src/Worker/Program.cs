using Dugout.Features;
using Dugout.ServiceDefaults;

// What the slices do in the background. Several may run; it serves nothing but its health.
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.Services.AddFeatures();
builder.Services.AddFeatureJobs();

var app = builder.Build();
app.UseServiceDefaults();
await app.RunAsync();
