package io.quorate.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Without a region in the environment; the settings of this process are put back. */
@Isolated
class AwsAccessTest {
  private static final List<String> SETTINGS =
      List.of("aws.configFile", "aws.disableEc2Metadata", "quorate.guide");

  private final Map<String, String> before = new HashMap<>();

  @AfterEach
  void putBack() {
    SETTINGS.forEach(System::clearProperty);
    before.forEach(System::setProperty);
  }

  @Test
  void aMissingRegionIsOneLineThatNamesTheVariablesAndTheQuickStartsGuide() {
    assumeThat(System.getenv("AWS_REGION")).isNull();
    set("aws.configFile", "/nowhere/config");
    set("aws.disableEc2Metadata", "true");
    set("quorate.guide", "/somewhere/guide.txt");

    assertThatThrownBy(() -> AwsAccess.open(new GlobalOptions()))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(64);
              assertThat(String.valueOf(failure.getMessage()).lines()).hasSize(1);
              assertThat(failure)
                  .hasMessageContaining("AWS_REGION")
                  .hasMessageContaining("'export' line in /somewhere/guide.txt")
                  .message()
                  .doesNotContain("@");
            });
  }

  private void set(String setting, String value) {
    String old = System.setProperty(setting, value);
    if (old != null) {
      before.put(setting, old);
    }
  }
}
