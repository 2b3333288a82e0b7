using Dugout.Features;
using Dugout.ServiceDefaults;

// Background jobs of the slices. Several workers may run; the only endpoint is health.
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.Services.AddFeatures();
builder.Services.AddFeatureJobs();

var app = builder.Build();
app.MapDefaultEndpoints();
await app.RunAsync();
