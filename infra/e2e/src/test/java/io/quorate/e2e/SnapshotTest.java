package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A snapshot from a living cluster: taken, verified, listed; and one that somebody forged. */
class SnapshotTest extends OneStage {
  private static final String VALUE = "a-value-that-nothing-else-holds";

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  private SnapshotId take(SnapshotCommands snapshots) {
    Request taken = snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of());
    assertThat(taken.state()).as(taken.detail()).isEqualTo(Request.State.DONE);
    return new SnapshotId(taken.result().get("snapshot"));
  }

  private static Request verify(SnapshotCommands snapshots, SnapshotId id) {
    return snapshots.ask(RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", id.value()));
  }

  @Test
  void takenVerifiedAndListed() {
    long revision = stage.anyEtcd().put("snapshot/taken", VALUE);
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      SnapshotId id = take(snapshots);
      Request verified = verify(snapshots, id);

      assertThat(verified.state()).as(verified.detail()).isEqualTo(Request.State.DONE);
      SnapshotRecord line = snapshots.line(id);
      assertThat(line.state()).isEqualTo(SnapshotRecord.State.VERIFIED);
      assertThat(line.verified().orElseThrow().restoreMillis()).isPositive();
      SnapshotManifest manifest = snapshots.store.manifest(id).orElseThrow();
      assertThat(line.manifest()).isEqualTo(manifest);
      assertThat(manifest.position().revision()).isGreaterThanOrEqualTo(revision);
      assertThat(snapshots.store.list())
          .extracting(object -> object.key())
          .contains(
              manifest.dataKey(),
              SnapshotKeys.manifest(stage.name, manifest.uid(), id),
              SnapshotKeys.verified(stage.name, manifest.uid(), id));
      assertThat(snapshots.file(manifest).length).isEqualTo((int) manifest.sizeBytes());
    }
  }

  @EverythingOnly
  @Test
  void aBitFlippedUnderNewHashesIsFoundByTheHashOfItsKeys() {
    stage.anyEtcd().put("snapshot/forged", VALUE);
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      SnapshotId id = take(snapshots);
      SnapshotManifest manifest = snapshots.store.manifest(id).orElseThrow();
      snapshots.forge(manifest, flipped(snapshots.file(manifest)));

      Request verified = verify(snapshots, id);

      assertThat(verified.state()).isEqualTo(Request.State.FAILED);
      assertThat(verified.detail()).contains("HashKV at revision");
      SnapshotRecord line = snapshots.line(id);
      assertThat(line.state()).isEqualTo(SnapshotRecord.State.FAILED);
      assertThat(line.failure()).hasValueSatisfying(why -> assertThat(why).contains("HashKV"));
      assertThat(snapshots.store.verified(id)).isEmpty();
    }
  }

  /** Every copy of the value, of which a page may hold an old one, differs in one bit. */
  private static byte[] flipped(byte[] file) {
    byte[] value = VALUE.getBytes(StandardCharsets.UTF_8);
    byte[] other = file.clone();
    int found = 0;
    for (int at = 0; at + value.length <= file.length; at++) {
      if (matches(file, at, value)) {
        other[at] ^= 1;
        found++;
      }
    }
    assertThat(found).as("copies of the value in the snapshot").isPositive();
    return other;
  }

  private static boolean matches(byte[] file, int at, byte[] value) {
    for (int n = 0; n < value.length; n++) {
      if (file[at + n] != value[n]) {
        return false;
      }
    }
    return true;
  }
}
