package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import io.quorate.lease.Leases;
import io.quorate.release.ProjectVersion;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionCommandTest {
  private final Run run = Run.onEmptyStore();

  @Test
  void withoutAClusterItIsTheCommandsOwnAndNothingIsAsked() {
    assertThat(run.quorate("version")).isZero();
    assertThat(run.out()).isEqualTo("quorate " + ProjectVersion.read() + "\n");
    assertThat(run.opened()).isEmpty();
  }

  @Test
  void ofAClusterAllReleasesAreTold() {
    Stored.put(run.store(), Sample.healthy().summary());

    assertThat(run.quorate("version", "demo")).isZero();
    assertThat(run.out())
        .contains("controller  not told", "INSTANCE", Sample.instance(2).toString());

    assertThat(
            new Leases(run.store(), Optional.of("0.9.1"))
                .take(Sample.DEMO, "turn-1", Sample.NOW, Duration.ofSeconds(30)))
        .isPresent();
    run.quorate("version", "demo", "-o", "json");
    assertThat(JsonTree.read(run.out(), "out")).containsEntry("controller", "0.9.1");
  }
}
