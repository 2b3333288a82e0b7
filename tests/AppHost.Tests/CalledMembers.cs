using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Dugout.AppHost.Tests;

/// <summary>
/// What a built program calls of other assemblies, by its own table of references. The table names types and members; where several of a name
/// take as many parameters, all of them count as called.
/// </summary>
internal static class CalledMembers
{
    /// <summary>Every type and member that an assembly refers to in assemblies whose names begin so, as <see cref="Signatures"/> writes them.</summary>
    public static IReadOnlyCollection<string> Of(Assembly assembly, string called)
    {
        using var file = new PEReader(File.OpenRead(assembly.Location));
        var metadata = file.GetMetadataReader();
        var lines = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var type in metadata.TypeReferences.Select(handle => TypeOf(metadata, handle, called)).OfType<Type>())
        {
            lines.Add(Signatures.Of(type));
            // The compiler puts an enumerator's number in the place of its name.
            if (type.IsEnum)
                lines.UnionWith(Enum.GetNames(type).Select(name => $"{Signatures.Of(type)}: {name} = {Enum.Format(type, Enum.Parse(type, name), "D")}"));
        }

        foreach (var member in metadata.MemberReferences.Select(metadata.GetMemberReference))
        {
            // What the compiler makes of a word of the language, such as the copying of a record, has a name that no source can have.
            if (!metadata.GetString(member.Name).StartsWith('<') && OwnerOf(metadata, member.Parent, called) is { } owner)
                lines.UnionWith(Matching(owner, metadata.GetString(member.Name), metadata.GetBlobReader(member.Signature)).Select(line => $"{Signatures.Of(owner)}: {line}"));
        }

        return lines;
    }

    private static IEnumerable<string> Matching(Type owner, string name, BlobReader signature)
    {
        const BindingFlags all = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        var header = signature.ReadSignatureHeader();
        if (header.Kind == SignatureKind.Field)
            return owner.GetFields(all).Where(field => field.Name == name).Select(Signatures.Of);
        var generic = header.IsGeneric ? signature.ReadCompressedInteger() : 0;
        var parameters = signature.ReadCompressedInteger();
        return owner.GetMembers(all).OfType<MethodBase>()
            .Where(method => method.Name == name && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly))
            .Where(method => method.GetParameters().Length == parameters && (method.IsGenericMethod ? method.GetGenericArguments().Length : 0) == generic)
            .Select(Signatures.Of);
    }

    private static Type? OwnerOf(MetadataReader metadata, EntityHandle parent, string called)
    {
        if (parent.Kind == HandleKind.TypeReference)
            return TypeOf(metadata, (TypeReferenceHandle)parent, called);
        if (parent.Kind != HandleKind.TypeSpecification)
            return null;
        var blob = metadata.GetBlobReader(metadata.GetTypeSpecification((TypeSpecificationHandle)parent).Signature);
        if (blob.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
            return null;
        blob.ReadByte(); // Whether it is a class.
        return blob.ReadTypeHandle() is { Kind: HandleKind.TypeReference } generic ? TypeOf(metadata, (TypeReferenceHandle)generic, called) : null;
    }

    private static Type? TypeOf(MetadataReader metadata, TypeReferenceHandle handle, string called)
    {
        var (name, assembly) = NameOf(metadata, handle);
        return assembly.StartsWith(called, StringComparison.Ordinal) ? Type.GetType($"{name}, {assembly}", throwOnError: true) : null;
    }

    private static (string Name, string Assembly) NameOf(MetadataReader metadata, TypeReferenceHandle handle)
    {
        var type = metadata.GetTypeReference(handle);
        var name = metadata.GetString(type.Name);
        switch (type.ResolutionScope.Kind)
        {
            case HandleKind.TypeReference:
                var (around, assembly) = NameOf(metadata, (TypeReferenceHandle)type.ResolutionScope);
                return ($"{around}+{name}", assembly);
            case HandleKind.AssemblyReference:
                return ($"{metadata.GetString(type.Namespace)}.{name}", metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name));
            default:
                return (name, "");
        }
    }
}
