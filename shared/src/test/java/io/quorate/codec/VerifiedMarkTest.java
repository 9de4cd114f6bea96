package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Any agent may write the bucket's mark: it never says which release verified a snapshot. */
class VerifiedMarkTest {
  private static final SnapshotRecord.Verified PROOF =
      new SnapshotRecord.Verified(Samples.AT, 1_234, EtcdVersion.parse("3.5.30"));

  @Test
  void theMarkNamesNoRelease() {
    assertThat(SnapshotCodec.verified(Samples.MANIFEST.id(), PROOF))
        .doesNotContainKey("verifiedRelease");
  }

  @Test
  void aReleaseThatSomebodyWroteIntoTheMarkIsNotBelieved() {
    Map<String, Object> forged =
        new HashMap<>(SnapshotCodec.verified(Samples.MANIFEST.id(), PROOF));
    forged.put("verifiedRelease", "3.5.30");
    assertThat(SnapshotCodec.verified(forged, "mark", Samples.MANIFEST.id()))
        .isEqualTo(new SnapshotRecord.Verified(Samples.AT, 1_234));
  }

  @Test
  void onlyTheReleaseThatVerifiedItLastCounts() {
    SnapshotRecord record = SnapshotRecord.taken(Samples.MANIFEST).verifiedBy(PROOF);
    EtcdVersion other = EtcdVersion.parse("3.5.16").orElseThrow();
    assertThat(record.verifiedBy(PROOF.release().orElseThrow())).isTrue();
    assertThat(record.verifiedBy(other)).isFalse();
    assertThat(record.failed("its SHA-256").verifiedBy(PROOF.release().orElseThrow())).isFalse();
  }
}
