using System.Text.Json;
using System.Text.Json.Serialization;
using Dugout.ServiceDefaults;
using Dugout.Simulators;
using Dugout.Simulators.Mails;
using Dugout.Simulators.Payments;
using Dugout.Simulators.Pictures;
using Dugout.Simulators.Push;

// Simulates the shop's external partners; control requests set how well or badly each behaves while it runs. A separate process, so that
// calls cross a network and it can be killed and frozen. It stores everything in memory and authenticates no client: in Development only.
var builder = WebApplication.CreateBuilder(args);
if (!builder.Environment.IsDevelopment())
{
    await Console.Error.WriteLineAsync("partners: simulators run in Development only; set the environment to Development, or use the real partners.");
    return 1;
}

builder.AddServiceDefaults();
builder.Services.ConfigureHttpJsonOptions(json =>
{
    json.SerializerOptions.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false));
    json.SerializerOptions.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow;
});
builder.Services.AddSingleton(TimeProvider.System);
builder.Services.AddSingleton<Book>();
builder.Services.AddSingleton<Control>();
builder.Services.AddSingleton<Callbacks>();
builder.Services.AddSingleton<Shelf>();
builder.Services.AddSingleton<Mailbox>();
builder.Services.AddSingleton<PushBook>();
var app = builder.Build();
app.MapDefaultEndpoints();
var control = app.MapControl();
app.MapPayments(control);
app.MapPictures(control);
app.MapMails(control);
app.MapPush(control);
await app.RunAsync();
return 0;
