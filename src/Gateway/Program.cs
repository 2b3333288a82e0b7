using Dugout.Gateway;
using Dugout.Gateway.Balancing;
using Dugout.Gateway.Door;
using Dugout.Gateway.Watch;
using Dugout.ServiceDefaults;

// One origin for everything: spreads requests over the API replicas that are healthy. Where they are comes from
// configuration (section ReverseProxy); the gateway knows nothing of the product and opens no database.
SocketThreads.GoOnByThemselves();
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.AddSocketThreads();
builder.AddServerLimits();
builder.AddBalancing();
builder.AddWatchPage();

var app = builder.Build();
app.WarnOfDescriptorLimit();
app.UseServiceDefaults();
app.UseStrictRequests();
app.UseGatewayAnswers();
app.MapWatchPage();
app.MapSwitchPolicy();
app.MapBalancing();
await app.RunAsync();
