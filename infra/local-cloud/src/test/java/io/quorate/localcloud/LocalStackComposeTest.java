package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocalStackComposeTest {
  private static final Path FILE = Path.of("..", "localstack", "compose.yml");

  @Test
  void composeStartsTheImageThatTheTestsStart() throws IOException {
    assertThat(Files.readAllLines(FILE))
        .contains("    image: ${LOCALSTACK_IMAGE:-" + LocalStackCloud.FREE_IMAGE + "}");
    assertThat(LocalStackCloud.wantsToken(LocalStackCloud.FREE_IMAGE)).isFalse();
    assertThat(LocalStackCloud.wantsToken("localstack/localstack:2026.3.0")).isTrue();
    assertThat(LocalStackCloud.wantsToken("localstack/localstack:latest")).isTrue();
  }
}
