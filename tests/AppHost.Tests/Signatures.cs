using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Dugout.AppHost.Tests;

/// <summary>Members as text: everything that a caller's source code depends on, but for whether a reference may be null.</summary>
internal static class Signatures
{
    private static readonly Dictionary<Type, string> Words = new()
    {
        [typeof(void)] = "void",
        [typeof(bool)] = "bool",
        [typeof(int)] = "int",
        [typeof(long)] = "long",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
    };

    /// <summary>A method or a constructor; an accessor of a property under its own name, and as <c>init_</c> where only an initializer may call it.</summary>
    public static string Of(MethodBase method)
    {
        var isExtension = method.IsDefined(typeof(ExtensionAttribute), inherit: false);
        var parameters = method.GetParameters().Select((parameter, place) => (isExtension && place == 0 ? "this " : "") + Of(parameter));
        var generic = method.IsGenericMethod ? method.GetGenericArguments() : [];
        var head = method is MethodInfo info ? $"{(method.IsStatic ? "static " : "")}{NameOf(info.ReturnType)} {Called(info)}" : "new";
        return $"{head}{Arguments(generic)}({string.Join(", ", parameters)}){string.Concat(generic.Select(Constraints))}";
    }

    /// <summary>A field.</summary>
    public static string Of(FieldInfo field) =>
        $"{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}{NameOf(field.FieldType)} {field.Name}";

    /// <summary>A type by its namespace and name, with the types around it.</summary>
    public static string Of(Type type)
    {
        var name = type.Name.Split('`')[0] + Arguments(type.IsGenericTypeDefinition && !type.IsNested ? type.GetGenericArguments() : []);
        return type.DeclaringType is { } around ? $"{Of(around)}.{name}" : $"{type.Namespace}.{name}";
    }

    private static string Called(MethodInfo method) =>
        method.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init_" + method.Name["set_".Length..] : method.Name;

    private static string Of(ParameterInfo parameter)
    {
        var kind = parameter.IsDefined(typeof(ParamArrayAttribute)) ? "params "
            : !parameter.ParameterType.IsByRef ? ""
            : parameter.IsOut ? "out "
            : parameter.IsIn || parameter.IsDefined(typeof(IsReadOnlyAttribute)) ? "in "
            : "ref ";
        return $"{kind}{NameOf(parameter.ParameterType)} {parameter.Name}{Otherwise(parameter)}";
    }

    private static string Otherwise(ParameterInfo parameter)
    {
        if (!parameter.HasDefaultValue)
            return "";
        var type = parameter.ParameterType;
        var value = parameter.RawDefaultValue switch
        {
            null => type.IsValueType && Nullable.GetUnderlyingType(type) is null ? "default" : "null",
            var number when type.IsEnum => $"{type.Name}.{Enum.ToObject(type, number)}",
            bool word => word ? "true" : "false",
            var other => Convert.ToString(other, CultureInfo.InvariantCulture),
        };
        return $" = {value}";
    }

    private static string NameOf(Type type)
    {
        if (Words.TryGetValue(type, out var word))
            return word;
        if (type.IsByRef)
            return NameOf(type.GetElementType()!);
        if (type.IsArray)
            return NameOf(type.GetElementType()!) + "[]";
        return Nullable.GetUnderlyingType(type) is { } inner ? NameOf(inner) + "?" : type.Name.Split('`')[0] + Arguments(type.IsGenericType ? type.GetGenericArguments() : []);
    }

    private static string Arguments(Type[] types) => types.Length == 0 ? "" : $"<{string.Join(", ", types.Select(NameOf))}>";

    private static string Constraints(Type parameter)
    {
        var special = parameter.GenericParameterAttributes & GenericParameterAttributes.SpecialConstraintMask;
        string[] all =
        [
            .. special.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint) ? (string[])["class"] : [],
            .. parameter.GetGenericParameterConstraints().Select(NameOf),
            .. special.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint) ? (string[])["new()"] : [],
        ];
        return all.Length == 0 ? "" : $" where {parameter.Name} : {string.Join(", ", all)}";
    }
}
