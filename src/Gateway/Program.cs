using Dugout.Gateway;
using Dugout.Gateway.Watch;
using Dugout.ServiceDefaults;
using Yarp.ReverseProxy.Health;

// One origin for everything: spreads requests over the API replicas that are healthy. Where they are comes from
// configuration (section ReverseProxy); the gateway knows nothing of the product and opens no database.
var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults();
builder.Services.AddReverseProxy().LoadFromConfig(builder.Configuration.GetSection("ReverseProxy"));
// A replica that failed and came back is trusted again after this long; YARP's own minute is longer than a restart takes.
builder.Services.Configure<TransportFailureRateHealthPolicyOptions>(options => options.DetectionWindowSize = TimeSpan.FromSeconds(5));
builder.Services.AddHealthChecks().AddCheck<ReplicasHealth>("replicas");
builder.AddWatchPage();

var app = builder.Build();
app.UseServiceDefaults();
app.UseGatewayAnswers();
app.MapWatchPage();
app.MapReverseProxy();
await app.RunAsync();
