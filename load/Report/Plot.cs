using System.Globalization;
using System.Net;
using System.Text;

namespace Dugout.Load.Report;

/// <summary>
/// A chart as SVG: two axes and the shapes between them. Colours come from the page's style sheet by class, so that a chart is readable in light and
/// dark mode; a tooltip shows the value under the mouse.
/// </summary>
internal sealed class Plot
{
    private const double Width = 720;
    private const double Right = 16;
    private const double Top = 12;
    private const double Bottom = 44;

    private readonly StringBuilder _drawn = new();
    private readonly List<(string Class, string Text)> _legend = [];
    private readonly string _title;
    private readonly Axis _x;
    private readonly Axis _y;
    private readonly double _height;
    private readonly double _left;

    /// <summary>An empty chart.</summary>
    /// <param name="title">Its heading.</param>
    /// <param name="x">The axis from left to right.</param>
    /// <param name="y">The axis from the bottom up.</param>
    /// <param name="height">Its height where it is 720 wide.</param>
    /// <param name="longestName">Letters of the longest name beside the vertical axis; numbers have room in any case.</param>
    public Plot(string title, Axis x, Axis y, double height = 260, int longestName = 0) =>
        (_title, _x, _y, _height, _left) = (title, x, y, height, Math.Max(64, 24 + (longestName * 7)));

    /// <summary>A line through points, each with its value as a tooltip, and its name in the legend.</summary>
    public void Line(string style, string name, IEnumerable<(double X, double Y)> points)
    {
        (double X, double Y)[] all = [.. points];
        if (all.Length == 0) return;
        Draw($"<polyline class=\"line {style}\" points=\"{string.Join(' ', all.Select(point => $"{Num(X(point.X))},{Num(Y(point.Y))}"))}\"/>");
        foreach (var (x, y) in all) Draw($"<circle class=\"point\" cx=\"{Num(X(x))}\" cy=\"{Num(Y(y))}\" r=\"4\"><title>{Text($"{name}: {Num(y)} at {Num(x)}")}</title></circle>");
        _legend.Add((style, name));
    }

    /// <summary>A rectangle between two values of each axis, and its tooltip.</summary>
    public void Box(string style, (double From, double To) x, (double From, double To) y, string says)
    {
        var (left, right, low, high) = (X(x.From), X(x.To), Y(y.From), Y(y.To));
        Draw($"<rect class=\"{style}\" x=\"{Num(left)}\" y=\"{Num(high)}\" width=\"{Num(Math.Max(0, right - left))}\" height=\"{Num(Math.Max(0, low - high))}\"><title>{Text(says)}</title></rect>");
    }

    /// <summary>A dot, and its tooltip.</summary>
    public void Dot(string style, double x, double y, string says) => Draw($"<circle class=\"{style}\" cx=\"{Num(X(x))}\" cy=\"{Num(Y(y))}\" r=\"5\"><title>{Text(says)}</title></circle>");

    /// <summary>A dashed line across the chart at a value of the horizontal axis.</summary>
    public void Upright(double x) => Draw($"<line class=\"mark\" x1=\"{Num(X(x))}\" x2=\"{Num(X(x))}\" y1=\"{Num(Top)}\" y2=\"{Num(_height - Bottom)}\"/>");

    /// <summary>A text beside the vertical axis instead of a number.</summary>
    public void Name(double y, string text) => Draw($"<text class=\"tick\" x=\"{Num(_left - 8)}\" y=\"{Num(Y(y) + 4)}\" text-anchor=\"end\">{Text(text)}</text>");

    /// <summary>A text below the horizontal axis instead of a number. At the right edge it is right-aligned, so that it is not cut off.</summary>
    public void NameBelow(double x, string text)
    {
        var (at, anchor) = X(x) > Width - (2 * Right) ? (Width - 2, "end") : (X(x), "middle");
        Draw($"<text class=\"tick\" x=\"{Num(at)}\" y=\"{Num(_height - Bottom + 16)}\" text-anchor=\"{anchor}\">{Text(text)}</text>");
    }

    /// <summary>A legend entry whose colour is drawn by boxes.</summary>
    public void Legend(string style, string name) => _legend.Add((style, name));

    /// <summary>The finished figure.</summary>
    /// <param name="caption">Its message, in a sentence.</param>
    /// <param name="xTicks">Whether the horizontal axis has numbers.</param>
    /// <param name="yTicks">Whether the vertical axis has numbers.</param>
    public string Figure(string caption, bool xTicks = true, bool yTicks = true)
    {
        var figure = new StringBuilder();
        figure.Append(CultureInfo.InvariantCulture, $"<figure>\n<h3>{Text(_title)}</h3>\n");
        if (_legend.Count > 0)
            figure.Append("<ul class=\"legend\">").Append(string.Concat(_legend.Select(entry => $"<li><i class=\"{entry.Class}\"></i>{Text(entry.Text)}</li>"))).Append("</ul>\n");
        figure.Append(CultureInfo.InvariantCulture, $"<svg viewBox=\"0 0 {Num(Width)} {Num(_height)}\" role=\"img\" aria-label=\"{Text(_title)}\">\n");
        if (yTicks)
        {
            foreach (var (value, text) in _y.Ticks())
                figure.Append(CultureInfo.InvariantCulture, $"<line class=\"grid\" x1=\"{Num(_left)}\" x2=\"{Num(Width - Right)}\" y1=\"{Num(Y(value))}\" y2=\"{Num(Y(value))}\"/><text class=\"tick\" x=\"{Num(_left - 8)}\" y=\"{Num(Y(value) + 4)}\" text-anchor=\"end\">{text}</text>\n");
        }

        if (xTicks)
        {
            foreach (var (value, text) in _x.Ticks())
                figure.Append(CultureInfo.InvariantCulture, $"<text class=\"tick\" x=\"{Num(X(value))}\" y=\"{Num(_height - Bottom + 16)}\" text-anchor=\"middle\">{text}</text>\n");
        }

        figure.Append(_drawn);
        figure.Append(CultureInfo.InvariantCulture, $"<text class=\"axis\" x=\"{Num((_left + Width - Right) / 2)}\" y=\"{Num(_height - 8)}\" text-anchor=\"middle\">{Text(_x.Label)}</text>\n");
        figure.Append(CultureInfo.InvariantCulture, $"<text class=\"axis\" transform=\"rotate(-90)\" x=\"{Num(-(_height - Bottom + Top) / 2)}\" y=\"14\" text-anchor=\"middle\">{Text(_y.Label)}</text>\n");
        figure.Append(CultureInfo.InvariantCulture, $"</svg>\n<figcaption>{Text(caption)}</figcaption>\n</figure>\n");
        return figure.ToString();
    }

    private double X(double value) => _left + (_x.At(value) * (Width - _left - Right));

    private double Y(double value) => _height - Bottom - (_y.At(value) * (_height - Bottom - Top));

    private void Draw(string element) => _drawn.Append(element).Append('\n');

    private static string Num(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
