using System.Globalization;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.ResourceService;

/// <summary>
/// One resource as the dashboard's message <c>Resource</c>. Field numbers are those of the service <c>aspire.v1.DashboardService</c>, which the dashboard of
/// Aspire 13.5 asks.
/// </summary>
/// <param name="names">What the dashboard calls resources.</param>
/// <param name="masking">What it isn't told.</param>
/// <param name="services">For commands that decide whether they are offered.</param>
internal sealed class ResourceRow(ResourceNames names, Masking masking, IServiceProvider services)
{
    /// <summary>Writes the fields.</summary>
    public void Write(ProtoWriter row, IResource resource, CustomResourceSnapshot snapshot)
    {
        row.Text(1, names.Of(resource))
            .Text(2, snapshot.ResourceType)
            .Text(3, resource.Name)
            .Text(4, names.Of(resource))
            .Text(5, snapshot.State?.Text)
            // It must be there.
            .Time(6, snapshot.CreationTimeStamp ?? DateTime.UnixEpoch)
            .Text(14, snapshot.State?.Style)
            .Time(18, snapshot.StartTimeStamp)
            .Time(19, snapshot.StopTimeStamp)
            .Flag(21, resource.Name == ResourceNames.Dashboard);
        foreach (var variable in snapshot.EnvironmentVariables)
            row.Message(7, field => field.Text(1, variable.Name).Text(2, masking.Variable(variable.Name, variable.Value)).Flag(3, variable.IsFromSpec));
        foreach (var command in resource.Annotations.OfType<ResourceCommandAnnotation>().ToArray())
            row.Message(11, field => Write(field, command, snapshot));
        foreach (var property in snapshot.Properties)
            row.Message(12, field => Write(field, property));
        foreach (var (index, url) in snapshot.Urls.Index())
            row.Message(13, field => Write(field, url, index));
        foreach (var report in snapshot.HealthReports)
            row.Message(17, field => Write(field, report));
        foreach (var relation in snapshot.Relationships)
            row.Message(20, field => field.Text(1, relation.ResourceName).Text(2, relation.Type));
    }

    /// <summary>Whether somebody may have a command run now.</summary>
    public ResourceCommandState StateOf(ResourceCommandAnnotation command, CustomResourceSnapshot snapshot) =>
        command.UpdateState(new() { ResourceSnapshot = snapshot, ServiceProvider = services });

    private void Write(ProtoWriter field, ResourceCommandAnnotation command, CustomResourceSnapshot snapshot) => field
        .Text(1, command.Name)
        .Text(2, command.DisplayName)
        .Text(3, command.ConfirmationMessage)
        .Flag(5, command.IsHighlighted)
        .Text(6, command.IconName)
        .Number(9, (int)StateOf(command, snapshot));

    private void Write(ProtoWriter field, ResourcePropertySnapshot property)
    {
        var text = Convert.ToString(property.Value, CultureInfo.InvariantCulture) ?? "";
        field.Text(1, property.Name)
            // A google.protobuf.Value, of which 3 is the text; it must be there.
            .Message(3, value => value.TextEvenIfEmpty(3, (property.IsSensitive ? Masking.Mask : masking.Text(text)) ?? ""))
            .Flag(4, property.IsSensitive);
    }

    private void Write(ProtoWriter field, UrlSnapshot url, int index) => field
        .Text(1, url.Name)
        .Text(2, masking.Text(url.Url))
        .Flag(3, url.IsInternal)
        .Flag(4, url.IsInactive)
        .Message(5, display => display.Number(1, index).Text(2, url.Name));

    private void Write(ProtoWriter field, HealthReportSnapshot report)
    {
        // Left out while the check has not answered; a nought, healthy, is written.
        if (report.Status is { } status)
            field.Number(1, NumberOf(status));
        field.Text(2, report.Name).Text(3, masking.Text(report.Description)).Text(4, masking.Text(report.ExceptionText)).Time(5, report.LastRunAt);
    }

    private static int NumberOf(HealthStatus status) => status switch
    {
        HealthStatus.Healthy => 0,
        HealthStatus.Degraded => 2,
        _ => 1,
    };
}
