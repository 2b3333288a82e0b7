using System.IO.Hashing;
using System.Text;
using Xunit;

namespace Dugout.StandIns.Tests.Hashing;

/// <summary>Against what the reference implementation's command line (xxh64sum 0.8.1) prints for the same bytes.</summary>
public sealed class XxHash64Tests
{
    [Theory]
    [InlineData("", "ef46db3751d8e999")]
    [InlineData("a", "d24ec4f1a98c6e5b")]
    [InlineData("abc", "44bc2cf5ad770999")]
    [InlineData("Nobody inspects the spammish repetition", "fbcea83c8a378bf1")]
    public void A_text_has_the_published_hash(string text, string hash) =>
        Assert.Equal(hash, Convert.ToHexStringLower(XxHash64.Hash(Encoding.ASCII.GetBytes(text))));

    [Theory]
    [InlineData(3, "31d2363f52e564c9")]
    [InlineData(4, "9bb64b7d66ee9fda")]
    [InlineData(5, "c7608efddb7051fe")]
    [InlineData(7, "9a7b149959ce60d8")]
    [InlineData(8, "dab99d95c6f90092")]
    [InlineData(12, "d52e407833af5133")]
    [InlineData(31, "a2aa5f33cc4a6119")]
    [InlineData(32, "23c3c17ef790fd97")]
    [InlineData(33, "50a7cfc7ba588784")]
    [InlineData(63, "5e3e54b431c7493c")]
    [InlineData(64, "0eb64b3ef6eeb01f")]
    [InlineData(100, "a61f8d4c170fe531")]
    [InlineData(1000, "5f235fa033f1a3fb")]
    public void So_have_bytes_of_every_length_class(int length, string hash) =>
        Assert.Equal(hash, Convert.ToHexStringLower(XxHash64.Hash([.. Enumerable.Range(0, length).Select(i => (byte)((i * 7) + 3))])));

    [Fact]
    public void Nothing_is_refused() => Assert.Throws<ArgumentNullException>(() => XxHash64.Hash(null!));
}
