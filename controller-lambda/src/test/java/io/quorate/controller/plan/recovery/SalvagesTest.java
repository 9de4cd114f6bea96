package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A directory comes before every snapshot that does not reach farther. */
class SalvagesTest {
  /** Somebody damaged its file in the bucket: the disk still holds what no older snapshot does. */
  @Test
  void aDirectoryWhoseSnapshotProvesBadIsSalvagedAgain() {
    ClusterFixture fixture = QuorumLostTest.salvaged();
    SnapshotId first = advance(fixture).source().orElseThrow().snapshot();
    RecoveryFixture.trialEnds(
        fixture, Outcome.Result.FAILED, "its SHA-256 is another", Map.of("verdict", "BAD"));

    Recovery passedOver = advance(fixture);
    assertThat(passedOver.passedOver().getFirst().snapshot()).isEqualTo(first);

    fixture.now = fixture.now.plusSeconds(1);
    Salvage again = advance(fixture).openSalvage().orElseThrow();
    assertThat(again.instance()).isEqualTo(new InstanceId("i-3"));
    assertThat(again.number()).isEqualTo(2);
    assertThat(again.snapshot()).isNotEqualTo(first);
  }
}
