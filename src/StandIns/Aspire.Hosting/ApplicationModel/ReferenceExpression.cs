// A string with holes that are filled when it is needed: $"Server={endpoint.Property(Host)};Port={...}".
using System.Runtime.CompilerServices;
using System.Text;

namespace Aspire.Hosting.ApplicationModel;

public class ReferenceExpression : IManifestExpressionProvider, IValueProvider
{
    private ReferenceExpression(string format, IValueProvider[] valueProviders, string[] manifestExpressions)
    {
        Format = format;
        ValueProviders = valueProviders;
        ManifestExpressions = manifestExpressions;
    }

    public string Format { get; }
    public IReadOnlyList<IValueProvider> ValueProviders { get; }
    public IReadOnlyList<string> ManifestExpressions { get; }
    public string ValueExpression => string.Format(null, Format, [.. ManifestExpressions]);

    public static ReferenceExpression Create(in ExpressionInterpolatedStringHandler handler) => handler.Build();

    public async ValueTask<string?> GetValueAsync(CancellationToken cancellationToken)
    {
        var values = new object?[ValueProviders.Count];
        for (var i = 0; i < values.Length; i++)
            values[i] = await ValueProviders[i].GetValueAsync(cancellationToken);
        return string.Format(null, Format, values);
    }

    ValueTask<string?> IValueProvider.GetValueAsync(CancellationToken cancellationToken) => GetValueAsync(cancellationToken);

    [InterpolatedStringHandler]
    public ref struct ExpressionInterpolatedStringHandler(int literalLength, int formattedCount)
    {
        private readonly StringBuilder _format = new(literalLength * 2);
        private readonly List<IValueProvider> _providers = new(formattedCount);
        private readonly List<string> _expressions = new(formattedCount);

        public readonly void AppendLiteral(string value) =>
            _format.Append(value.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal));

        public readonly void AppendFormatted(string? value)
        {
            if (value is not null)
                AppendLiteral(value);
        }

        public readonly void AppendFormatted<T>(T valueProvider) where T : IValueProvider, IManifestExpressionProvider
        {
            _format.Append('{').Append(_providers.Count).Append('}');
            _providers.Add(valueProvider);
            _expressions.Add(valueProvider.ValueExpression);
        }

        public readonly void AppendFormatted<T>(IResourceBuilder<T> valueProvider) where T : IResource, IValueProvider, IManifestExpressionProvider =>
            AppendFormatted(valueProvider.Resource);

        internal readonly ReferenceExpression Build() => new(_format.ToString(), [.. _providers], [.. _expressions]);
    }
}
