package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without this option the codec's first use costs 150 ms of processor time more (ADR 38). */
class StartOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "terraform/modules/control-plane/deployment.json",
        "node-agent/src/main/dist/agent-jvm-flags",
        "infra/bin/quorate"
      })
  void callsRecordsWithoutMethodHandles(String file) throws IOException {
    assertThat(Files.readString(Path.of("..", file)))
        .contains("-Djdk.reflect.useNativeAccessorOnly=true");
  }
}
