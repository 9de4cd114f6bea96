package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Lane;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.SpecReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What agents obey changes their notice, in the same transaction; nothing else does. */
class NoticeTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final InstanceId NODE = new InstanceId("i-1");
  private final InMemoryRecordStore store = new InMemoryRecordStore();

  @Test
  void eachChangeMakesItAnother() {
    assertThat(notice()).isEmpty();
    store.write(Notice.change(CLUSTER));
    Optional<Item> first = notice();
    assertThat(first).isPresent();
    store.write(Notice.change(CLUSTER));
    assertThat(notice()).isPresent().isNotEqualTo(first);
  }

  @Test
  void whatAgentsObeyChangesItWithTheSameTransaction() {
    for (Key key :
        List.of(
            Keys.lineage(CLUSTER),
            Keys.spec(CLUSTER),
            Keys.recovery(CLUSTER),
            Keys.pki(CLUSTER),
            Keys.command(CLUSTER, Lane.MEMBERSHIP, NODE),
            Keys.command(CLUSTER, Lane.MAINTENANCE, NODE),
            Keys.certificate(CLUSTER, NODE))) {
      assertThat(Notice.with(CLUSTER, List.of(put(key))))
          .as("%s", key)
          .containsExactly(put(key), Notice.change(CLUSTER));
    }
  }

  @Test
  void whatOnlyControllersAndOperatorsReadDoesNot() {
    for (Key key :
        List.of(
            Keys.status(CLUSTER),
            Keys.lease(CLUSTER),
            Keys.journal(CLUSTER, "1"),
            Keys.request(CLUSTER, "1"),
            Keys.snapshot(CLUSTER, new SnapshotId("20260102T030405Z-g1-0a0b")),
            Keys.clientCertificate(CLUSTER, "1"),
            Keys.fleet(new ClusterName("spec")),
            Keys.node(CLUSTER, NODE))) {
      assertThat(Notice.with(CLUSTER, List.of(put(key)))).as("%s", key).containsExactly(put(key));
    }
    List<Write> check = List.of(new Write.Check(Keys.lineage(CLUSTER), Expect.is("n", 1)));
    assertThat(Notice.with(CLUSTER, check)).isEqualTo(check);
  }

  @Test
  void anApplyThatChangesTheSpecChangesIt() {
    SpecWrites writes = new SpecWrites(store);
    apply(writes, "");
    Optional<Item> created = notice();
    assertThat(created).isPresent();

    apply(writes, "");
    assertThat(notice()).as("the same spec again").isEqualTo(created);

    apply(writes, "timings: {silentGrace: 90s}");
    assertThat(notice()).isNotEqualTo(created);
  }

  private static void apply(SpecWrites writes, String more) {
    writes.apply(
        SpecReader.read("name: demo\netcd: {version: '3.5'}\n" + more).orThrow(),
        new ClusterUid("uid-1"),
        Instant.EPOCH,
        "test");
  }

  private Optional<Item> notice() {
    return store.glance(Keys.notice(CLUSTER));
  }

  private static Write put(Key key) {
    return new Write.Put(new Item(key, Map.of("n", 1L)), Expect.anything());
  }
}
