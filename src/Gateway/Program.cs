using Dugout.Gateway;
using Dugout.Gateway.Balancing;
using Dugout.Gateway.Caching;
using Dugout.Gateway.Door;
using Dugout.Gateway.Shop;
using Dugout.Gateway.Watch;
using Dugout.ServiceDefaults;

// One origin for everything: balances requests over the healthy API replicas. Their addresses come from
// configuration (section ReverseProxy); the gateway has no product code and opens no database.
SocketThreads.GoOnByThemselves();
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.AddSocketThreads();
builder.AddServerLimits();
builder.AddResponseCache();
builder.AddBalancing();
builder.AddShopWindow();
builder.AddWatchPage();

var app = builder.Build();
app.WarnOfDescriptorLimit();
app.MapDefaultEndpoints();
app.UseTrustedProxies();
app.UseStrictRequests();
app.UseGatewayAnswers();
app.MapShopWindow();
app.MapWatchPage();
app.MapSwitchPolicy();
app.MapBalancing();
await app.RunAsync();
