package io.quorate.controller.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether files can be read is looked at in quiet times, of few, and never held against a look. */
@Guards("SYNC_CATALOGUE")
class SnapshotFilesTest {
  private static final ClusterName DEMO = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Optional<String> ARCHIVE = Optional.of("GLACIER");

  private final List<String> asked = new ArrayList<>();

  private static SnapshotRecord taken(int hoursAgo) {
    SnapshotId id =
        SnapshotId.of(NOW.minus(Duration.ofHours(hoursAgo)), Generation.FIRST, hoursAgo);
    return SnapshotRecord.taken(
        new SnapshotManifest(
            id,
            DEMO,
            UID,
            EtcdClusterId.parse("1"),
            MemberId.parse("2"),
            new InstanceId("i-1"),
            SnapshotKeys.data(DEMO, UID, id, 1),
            new SnapshotManifest.Position(5, 5, 2, 9),
            "3.5.30",
            4096,
            "00ff",
            Optional.empty(),
            NOW,
            "scheduled",
            "test"));
  }

  private static SnapshotRecord verified(int hoursAgo) {
    return taken(hoursAgo).verifiedBy(new SnapshotRecord.Verified(NOW, 5));
  }

  private static StoredObject object(SnapshotRecord record, Optional<String> archive) {
    return new StoredObject(record.manifest().dataKey(), 4096, NOW, archive);
  }

  private Map<SnapshotId, Optional<String>> look(
      List<SnapshotRecord> catalogue, List<StoredObject> objects, Optional<String> answer) {
    return new SnapshotFiles(
            key -> {
              asked.add(key);
              return answer;
            })
        .look(catalogue, objects);
  }

  @Test
  void theNewestAndTheNewestVerifiedOneAreReadAndNoOther() {
    List<SnapshotRecord> all = List.of(taken(1), taken(2), verified(3), verified(4), taken(5));

    assertThat(
            look(
                all,
                all.stream().map(one -> object(one, Optional.empty())).toList(),
                Optional.empty()))
        .isEqualTo(Map.of(all.get(0).id(), Optional.empty(), all.get(2).id(), Optional.empty()));
    assertThat(asked).hasSize(2);
  }

  @Test
  void whatIsListedInAnArchiveOrCouldNotBeReadIsReadToo() {
    SnapshotRecord archived = verified(7);
    SnapshotRecord unread = verified(8).read(Optional.of("KEY_REFUSED: disabled"));
    List<SnapshotRecord> all = List.of(verified(1), archived, unread);

    assertThat(
            look(
                all,
                List.of(
                    object(all.get(0), Optional.empty()),
                    object(archived, ARCHIVE),
                    object(unread, Optional.empty())),
                Optional.of("ARCHIVED: no")))
        .containsEntry(archived.id(), Optional.of("ARCHIVED: no (storage class GLACIER)"))
        .containsEntry(unread.id(), Optional.of("ARCHIVED: no"))
        .hasSize(3);
  }

  /** It was restored from its archive for some days: the class stays, and it can be read. */
  @Test
  void theClassAloneSaysNothing() {
    SnapshotRecord restored = verified(7);

    assertThat(look(List.of(restored), List.of(object(restored, ARCHIVE)), Optional.empty()))
        .containsExactly(Map.entry(restored.id(), Optional.empty()));
  }

  @Test
  void aFileThatIsNotListedIsGoneWithoutAsking() {
    SnapshotRecord gone = verified(7);

    assertThat(look(List.of(gone), List.of(), Optional.empty()).get(gone.id()))
        .hasValueSatisfying(why -> assertThat(why).startsWith("NOT_FOUND: "));
    assertThat(asked).isEmpty();
  }

  @Test
  void aBucketThatIsAwaySaysNothing() {
    SnapshotRecord record = verified(7);

    assertThat(
            new SnapshotFiles(
                    key -> {
                      throw new SnapshotStoreException(Cause.STORE_AWAY, "SlowDown");
                    })
                .look(List.of(record), List.of(object(record, Optional.empty()))))
        .isEmpty();
  }

  /** Each read costs. */
  @Test
  void notMoreThanTwentyAreRead() {
    List<SnapshotRecord> all =
        IntStream.range(0, 60).mapToObj(SnapshotFilesTest::verified).toList();

    assertThat(
            look(
                all,
                all.stream().map(one -> object(one, ARCHIVE)).toList(),
                Optional.of("ARCHIVED: no")))
        .hasSize(20)
        .containsKey(all.getFirst().id());
  }
}
