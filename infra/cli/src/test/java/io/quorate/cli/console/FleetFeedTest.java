package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.codec.Codecs;
import io.quorate.codec.Tree;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expiry;
import io.quorate.store.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much of a fleet a look reads. */
class FleetFeedTest {
  private final InMemoryRecordStore records = new InMemoryRecordStore();
  private final CountingStore store = new CountingStore(records);
  private final FleetFeed feed = new FleetFeed(store, () -> Sample.NOW);

  private static ClusterName name(int n) {
    return new ClusterName("c" + n);
  }

  private void entry(int n, boolean healthy) {
    Stored.put(
        records,
        Keys.fleet(name(n)),
        Codecs.FLEET.write(new FleetEntry(name(n), Sample.UID, "g" + n, healthy, Sample.NOW)));
  }

  private Set<String> look() {
    return rows(feed.look());
  }

  private static Set<String> rows(Map<String, Object> told) {
    Set<String> names = new HashSet<>();
    Tree.of(told, "told").trees("rows").forEach(row -> names.add(row.string("cluster")));
    return names;
  }

  @Test
  void fewClustersAreAllReadAtEachLook() {
    IntStream.range(0, 5).forEach(n -> entry(n, true));

    assertThat(look()).hasSize(5);
    assertThat(look()).hasSize(5);
  }

  @Test
  void thousandsAreReadOnceThenInRotation() {
    IntStream.range(0, 1000).forEach(n -> entry(n, true));

    assertThat(look()).hasSize(FleetFeed.AT_MOST);
    assertThat(look()).hasSize(FleetFeed.AT_MOST);
    look();
    assertThat(rows(feed.whole())).hasSize(1000);
    Set<String> read = new HashSet<>();
    for (int looks = 0; looks < 1000 / FleetFeed.IN_ROTATION; looks++) {
      Set<String> rows = look();
      assertThat(rows).hasSize(FleetFeed.IN_ROTATION);
      read.addAll(rows);
    }
    assertThat(read).hasSize(1000);
  }

  @Test
  void aClusterWhoseLineChangesIsReadAtTheNextLookAndOftenWhileItIsUnhealthy() {
    IntStream.range(0, 200).forEach(n -> entry(n, true));
    look();
    entry(150, false);

    assertThat(look()).contains("c150");
    int times = 0;
    for (int looks = 0; looks < 20; looks++) {
      times += look().contains("c150") ? 1 : 0;
    }
    assertThat(times).isGreaterThan(5);
  }

  @Test
  void aClusterThatIsGoneIsTold() {
    entry(1, true);
    entry(2, true);
    look();
    Stored.put(records, Keys.fleet(name(2)), Map.of(Expiry.ATTRIBUTE, 1L));

    assertThat(Tree.of(feed.look(), "told").strings("gone")).isEqualTo(List.of("c2"));
    assertThat(rows(feed.whole())).containsExactly("c1");
  }
}
