using Dugout.Api.Reference;
using Dugout.Features;
using Dugout.ServiceDefaults;

// One replica of the API: the slices behind their pipeline. It is stateless, so any number may run.
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.Services.AddFeatures();
builder.Services.AddApiReference();
builder.Services.AddFirstRequests();

var app = builder.Build();
app.MapDefaultEndpoints();
app.UseFeatures();
app.MapReferenceDocument().DisableRateLimiting();
app.MapReferencePage();
app.MapFeatures();
await app.RunAsync();
