package io.quorate.localcloud.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is missing, of the wrong type, or unknown here in a deployment.json is named. */
class ModuleJsonTest {
  private static <T> T read(String json, Function<ModuleJson, T> reader) throws IOException {
    return ModuleJson.of("m.json", JSON.std.mapFrom(json), reader);
  }

  @Test
  void aFieldThatOnlyTerraformReadsIsAnError() {
    assertThatThrownBy(() -> read("{\"a\":{\"b\":1,\"new\":2}}", ModuleJsonTest::b))
        .hasMessageContaining("m.json.a: new is read by Terraform only, expected one of [b]");
  }

  private static int b(ModuleJson json) {
    return json.section("a", inner -> inner.whole("b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"a\":{}}", "{\"a\":{\"b\":\"1\"}}", "{\"a\":{\"b\":1.5}}"})
  void whatIsMissingOrOfAnotherTypeIsNamed(String json) {
    assertThatThrownBy(() -> read(json, ModuleJsonTest::b)).hasMessageContaining("m.json.a");
  }

  @ParameterizedTest
  @CsvSource({"rate(1 minute),60", "rate(5 minutes),300", "rate(2 hours),7200"})
  void readsARate(String expression, long seconds) throws IOException {
    Duration rate = read("{\"r\":\"" + expression + "\"}", json -> json.rate("r"));
    assertThat(rate).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void refusesAScheduleThatTheLocalCloudCannotKeep() {
    assertThatThrownBy(() -> read("{\"r\":\"cron(0 12 * * ? *)\"}", json -> json.rate("r")))
        .hasMessageContaining("m.json.r is cron(0 12 * * ? *), expected rate(");
  }
}
