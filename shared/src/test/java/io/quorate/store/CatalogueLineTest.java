package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.codec.Codecs;
import io.quorate.codec.ImportedSnapshot;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogueLineTest {
  private static final ClusterName DEMO = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final SnapshotRecord RECORD =
      SnapshotRecord.taken(ImportedSnapshot.into(DEMO, UID));
  private static final Key KEY = Keys.snapshot(DEMO, RECORD.id());

  private static void assertRefused(Key key, Map<String, Object> attributes) {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> CatalogueLine.read(new Item(key, attributes)))
        .withMessageContaining(key.toString());
  }

  @Test
  void readsTheLineOfItsOwnKey() {
    Item item = new Item(KEY, Codecs.SNAPSHOT.write(RECORD));

    assertThat(CatalogueLine.read(item)).isEqualTo(RECORD);
    assertThat(CatalogueLine.id(item)).contains(RECORD.id());
  }

  @Test
  void refusesTheLineOfAnotherClusterOrSnapshot() {
    SnapshotId other = new SnapshotId("20260102T030405Z-g0-ffff");

    assertRefused(
        Keys.snapshot(new ClusterName("other"), RECORD.id()), Codecs.SNAPSHOT.write(RECORD));
    assertRefused(Keys.snapshot(DEMO, other), Codecs.SNAPSHOT.write(RECORD));
  }

  /** It was written before ids were looked at. */
  @Test
  void refusesTheLineOfAnIdThatIsNone() {
    String impossible = "20261301T000000Z-g1-0000";
    Map<String, Object> attributes = new LinkedHashMap<>(Codecs.SNAPSHOT.write(RECORD));
    attributes.put("snapshot", impossible);
    Key key = new Key(Table.CLUSTERS, DEMO.value(), Keys.SNAPSHOT + impossible);

    assertRefused(key, attributes);
    assertThat(CatalogueLine.id(new Item(key, attributes))).isEmpty();
  }

  @Test
  void refusesTheLineThatNamesAnotherSnapshotsFile() {
    Map<String, Object> attributes = new LinkedHashMap<>(Codecs.SNAPSHOT.write(RECORD));
    attributes.put("dataKey", "other/uid-9/snapshots/" + RECORD.id() + ".1.db");

    assertRefused(KEY, attributes);
  }
}
