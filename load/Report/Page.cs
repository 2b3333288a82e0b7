using System.Globalization;
using System.Net;
using System.Text;

namespace Dugout.Load.Report;

/// <summary>A self-contained page: its style is embedded, and it loads no resource. No script.</summary>
internal sealed class Page(string title)
{
    /// <summary>The file name of a page beside its record.</summary>
    public const string FileName = "report.html";

    private static readonly string Style = ReadStyle();

    private readonly StringBuilder _body = new();

    /// <summary>A text encoded for a page.</summary>
    public static string Text(string text) => WebUtility.HtmlEncode(text);

    /// <summary>Adds text that is already HTML.</summary>
    public Page Add(string markup)
    {
        _body.Append(markup);
        return this;
    }

    /// <summary>A heading.</summary>
    public Page Heading(string text) => Add($"<h2>{Text(text)}</h2>\n");

    /// <summary>A paragraph.</summary>
    public Page Paragraph(string text, string style = "") => Add($"<p{(style.Length == 0 ? "" : $" class=\"{style}\"")}>{Text(text)}</p>\n");

    /// <summary>Numbers side by side, each with its name and meaning.</summary>
    public Page Tiles(IEnumerable<(string Name, string Value, string Meaning)> tiles) =>
        Add($"<ul class=\"tiles\">\n{string.Concat(tiles.Select(tile => $"<li title=\"{Text(tile.Meaning)}\"><b>{Text(tile.Value)}</b><span>{Text(tile.Name)}</span></li>\n"))}</ul>\n");

    /// <summary>A table; every column except the first contains numbers.</summary>
    public Page Table(IReadOnlyList<string> head, IEnumerable<IReadOnlyList<string>> rows) =>
        Add($"<div class=\"wide\"><table>\n<thead><tr>{Cells("th", head)}</tr></thead>\n<tbody>\n{string.Concat(rows.Select(row => $"<tr>{Cells("td", row)}</tr>\n"))}</tbody>\n</table></div>\n");

    /// <summary>Terms with their definitions.</summary>
    public Page Terms(IEnumerable<(string Term, string Meaning)> terms) =>
        Add($"<dl>\n{string.Concat(terms.Select(term => $"<dt>{Text(term.Term)}</dt><dd>{Text(term.Meaning)}</dd>\n"))}</dl>\n");

    /// <summary>The whole page.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <link rel="icon" href="data:,">
        <title>{Text(title)}</title>
        <style>
        {Style}</style>
        </head>
        <body>
        <main>
        <h1>{Text(title)}</h1>
        {_body}</main>
        </body>
        </html>

        """);

    private static string Cells(string element, IReadOnlyList<string> cells) => string.Concat(cells.Select(cell => $"<{element}>{Text(cell)}</{element}>"));

    private static string ReadStyle()
    {
        using var stream = typeof(Page).Assembly.GetManifestResourceStream("page.css")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
