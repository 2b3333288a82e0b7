using System.Text.Json.Nodes;
using Dugout.Infrastructure.Publishing;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

public sealed class YamlTests
{
    [Fact]
    public void Blocks_are_two_spaces_deep_and_items_begin_beside_their_dash() => Assert.Equal(
        """
        services:
          api:
            image: dugout/api:local
            command:
              - Dugout.Api.dll
            ports:
              - name: http
                port: 8080
              - name: other
                port: 1
            read_only: true
            nothing: {}
            none: []
            script: |
              #!/bin/sh
              if true; then
                echo one
              fi

              echo two
        "1": "2"

        """.ReplaceLineEndings("\n"),
        Yaml.Write(new JsonObject
        {
            ["services"] = new JsonObject
            {
                ["api"] = new JsonObject
                {
                    ["image"] = "dugout/api:local",
                    ["command"] = Yaml.Texts(["Dugout.Api.dll"]),
                    ["ports"] = new JsonArray(new JsonObject { ["name"] = "http", ["port"] = 8080 }, new JsonObject { ["name"] = "other", ["port"] = 1 }),
                    ["read_only"] = true,
                    ["nothing"] = new JsonObject(),
                    ["none"] = new JsonArray(),
                    ["script"] = "#!/bin/sh\nif true; then\n  echo one\nfi\n\necho two\n",
                },
            },
            ["1"] = "2",
        }));

    [Theory]
    [InlineData("")]
    [InlineData("yes")]
    [InlineData("null")]
    [InlineData("1e3")]
    [InlineData("0755")]
    [InlineData("5s")]
    [InlineData("- a")]
    [InlineData("a: b")]
    [InlineData("a #b")]
    [InlineData("{a}")]
    [InlineData("*a")]
    [InlineData("'a'")]
    [InlineData("\"a\\b\"")]
    [InlineData("\t")]
    [InlineData("홈런")]
    [InlineData("one\ntwo")]
    [InlineData("one\ntwo\n")]
    [InlineData(" one\ntwo\n")]
    [InlineData("one\n\n")]
    public void Every_text_is_read_as_the_text_it_was(string text)
    {
        var written = Yaml.Write(new JsonObject { ["a"] = text, ["b"] = Yaml.Texts([text]), ["c"] = "end" });

        var read = Assert.Single(YamlReader.Read(written));
        Assert.Equal((text, text, "end"), (read["a"]!.GetValue<string>(), read["b"]![0]!.GetValue<string>(), read["c"]!.GetValue<string>()));
    }

    [Theory]
    [InlineData("${DUGOUT_APP_PASSWORD}", "${DUGOUT_APP_PASSWORD:?set it in .env}", "$(DUGOUT_APP_PASSWORD)")]
    [InlineData("Password=${DUGOUT_APP_PASSWORD};A", "Password=${DUGOUT_APP_PASSWORD:?set it in .env};A", "Password=$(DUGOUT_APP_PASSWORD);A")]
    [InlineData("${DUGOUT_NETWORK}", "${DUGOUT_NETWORK:-172.30.42.0/24}", "$(DUGOUT_NETWORK)")]
    [InlineData("$HOME ${OTHER} $(sub)", "$$HOME $${OTHER} $$(sub)", "$HOME ${OTHER} $$(sub)")]
    public void A_variable_is_asked_for_and_every_other_dollar_is_itself(string text, string compose, string kubernetes) =>
        Assert.Equal((compose, kubernetes), (Variables.ForCompose(text), Variables.ForKubernetes(text)));
}
