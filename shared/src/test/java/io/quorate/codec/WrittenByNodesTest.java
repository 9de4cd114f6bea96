package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Heartbeat;
import io.quorate.wire.Wire;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Whatever a node writes, its row and its manifests, is bounded where it is read: texts in
 * characters, numbers in their range, lists in their length. What it says goes into the lease, the
 * status and the catalogue, which are single items.
 */
class WrittenByNodesTest {
  /** Texts of a form that is short by itself, and constants of time. */
  private static final Set<Class<?>> SHORT =
      Set.of(
          InstanceId.class,
          ClusterName.class,
          MemberId.class,
          EtcdClusterId.class,
          EtcdVersion.class,
          SnapshotId.class,
          Instant.class,
          boolean.class);

  @Test
  void everyFieldOfARowAndOfAManifestHasABound() {
    List<String> unbounded = new ArrayList<>();
    unbounded(Heartbeat.class, unbounded);
    unbounded(SnapshotManifest.class, unbounded);
    unbounded(SnapshotRecord.Verified.class, unbounded);

    assertThat(unbounded)
        .as("Bound each by @Wire.Longest, @Wire.Cut, @Wire.Count or @Wire.Most")
        .isEmpty();
  }

  private static void unbounded(Class<?> record, List<String> found) {
    for (RecordComponent component : record.getRecordComponents()) {
      Type type = component.getGenericType();
      if (component.getType() == Optional.class) {
        type = Field.argument(type, 0);
      }
      if (type instanceof ParameterizedType collection) {
        Class<?> raw = (Class<?>) collection.getRawType();
        if (raw == List.class && !component.isAnnotationPresent(Wire.Most.class)) {
          found.add(record.getSimpleName() + "." + component.getName() + " has any length");
        }
        type = raw == Set.class ? String.class : Field.argument(type, 0);
      }
      if (type == Outcome.class) {
        continue; // Read by hand: see below.
      }
      check(record, component, (Class<?>) type, found);
    }
  }

  private static void check(
      Class<?> record, RecordComponent component, Class<?> type, List<String> found) {
    boolean text =
        component.isAnnotationPresent(Wire.Longest.class)
            || component.isAnnotationPresent(Wire.Cut.class);
    if (SHORT.contains(type) || type.isEnum() || text) {
      return;
    }
    if (component.isAnnotationPresent(Wire.Count.class)) {
      return;
    }
    if (type.isRecord() && type.getRecordComponents().length > 1) {
      unbounded(type, found);
    } else {
      found.add(record.getSimpleName() + "." + component.getName() + " is any " + type);
    }
  }

  @Test
  void anOutcomeWithLongIdsIsRefusedAndOneWithLargeValuesTellsNothing() {
    Map<String, Object> ended =
        new LinkedHashMap<>(
            CommandCodec.outcome(
                new Outcome(
                    "verify-1",
                    1,
                    CommandKind.VERIFY_SNAPSHOT,
                    Outcome.Result.DONE,
                    "it is right",
                    Map.of("restoreMillis", 5L))));
    assertThat(read(ended).values()).containsEntry("restoreMillis", 5L);
    for (Object large :
        List.of(
            "a".repeat(OutcomeValues.TEXT + 1),
            Collections.nCopies(9, "a".repeat(OutcomeValues.TEXT)),
            Map.of("a", Map.of("a", nested(8))))) {
      ended.put("values", Map.of("restoreMillis", 5L, "more", large));
      assertThat(read(ended).values()).isEmpty();
    }
    ended.put("taskId", "a".repeat(129));

    assertThatThrownBy(() -> read(ended))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("expected at most 128 characters");
  }

  private static Object nested(int levels) {
    return levels == 0 ? "" : List.of(nested(levels - 1));
  }

  private static Outcome read(Map<String, Object> ended) {
    return CommandCodec.outcome(Tree.of(ended, "w"), Lane.MAINTENANCE);
  }

  @Test
  void aRowWithAMemberListOfAnyLengthIsRefused() {
    Map<String, Object> row = new LinkedHashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    Object member = Map.of("id", "1", "name", "i-1", "peerUrls", List.of(), "learner", false);
    row.put("members", Collections.nCopies(Wire.MEMBERS + 1, member));

    assertThatThrownBy(() -> Codecs.HEARTBEAT.read(row, "demo/i-1"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("members is '51 elements'");
  }

  /** etcd says -1 where nothing was ever compacted. */
  @Test
  void aManifestOfWhatWasNeverCompactedIsRead() {
    Map<String, Object> manifest = new LinkedHashMap<>(Codecs.MANIFEST.write(Samples.MANIFEST));
    manifest.put("hash", Map.of("hash", 7L, "revision", 5L, "compactRevision", -1L));
    assertThat(Codecs.MANIFEST.read(manifest, "m").hash().orElseThrow().compactRevision())
        .isEqualTo(-1);

    manifest.put("hash", Map.of("hash", 7L, "revision", 5L, "compactRevision", -2L));
    assertThatThrownBy(() -> Codecs.MANIFEST.read(manifest, "m"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("compactRevision is '-2', expected a whole number from -1");
  }

  @Test
  void aManifestIsNoWayOutOfAFolder() {
    for (String name : List.of("../../x", "", "/etc/x", "00FF", "a".repeat(65))) {
      Map<String, Object> forged = new LinkedHashMap<>(Codecs.MANIFEST.write(Samples.MANIFEST));
      forged.put("sha256", name);

      assertThatThrownBy(() -> Codecs.MANIFEST.read(forged, "manifest"))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining("sha256");
    }
  }
}
