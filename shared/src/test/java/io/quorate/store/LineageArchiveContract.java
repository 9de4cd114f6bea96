package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Birth;
import io.quorate.state.Endpoints;
import io.quorate.state.Voter;
import io.quorate.store.LineageArchive.Twin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link LineageArchive} must do; each test uses a cluster of its own. */
public abstract class LineageArchiveContract {
  private static final int RACERS = 16;
  private static final ClusterUid UID = new ClusterUid("uid-1");

  private final ClusterName cluster =
      new ClusterName("c" + UUID.randomUUID().toString().substring(0, 13));

  /** The archive under test. */
  protected abstract LineageArchive archive();

  private static Birth birth(long generation, String nonce) {
    return new Birth(
        new Generation(generation),
        "token-" + nonce,
        new EtcdClusterId(0xabcL),
        List.of(
            new Voter(
                new InstanceId("i-1"),
                new MemberId(1),
                new Endpoints("http://127.0.1.1:2380", "http://127.0.1.1:2379"),
                "a",
                "disk")),
        nonce,
        Instant.parse("2026-01-02T03:04:05Z"));
  }

  @Test
  void recordsABirthAndKnowsItAgain() {
    assertThat(archive().record(cluster, UID, birth(1, "one"))).isEqualTo(new Twin.Recorded());
    assertThat(archive().record(cluster, UID, birth(1, "one"))).isEqualTo(new Twin.Recorded());
  }

  @Test
  void keepsAGenerationsFirstBirth() {
    archive().record(cluster, UID, birth(1, "one"));

    assertThat(archive().record(cluster, UID, birth(1, "two")))
        .isEqualTo(new Twin.OtherBirth("one"));
    assertThat(archive().record(cluster, UID, birth(2, "two"))).isEqualTo(new Twin.Recorded());
    assertThat(archive().record(cluster, UID, birth(1, "one"))).isEqualTo(new Twin.Recorded());
  }

  @Test
  void keepsANameForItsFirstUid() {
    archive().record(cluster, UID, birth(1, "one"));

    assertThat(archive().record(cluster, new ClusterUid("uid-2"), birth(1, "two")))
        .isEqualTo(new Twin.OtherCluster("uid-1"));
  }

  @Test
  void ofManyBirthsAtOnceExactlyOneIsRecorded() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Twin> twins = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(RACERS)) {
      List<Future<Twin>> futures = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        Birth mine = birth(1, "racer-" + i);
        futures.add(
            threads.submit(
                () -> {
                  go.await();
                  return archive().record(cluster, UID, mine);
                }));
      }
      go.countDown();
      for (Future<Twin> future : futures) {
        twins.add(future.get());
      }
    }

    assertThat(twins.stream().filter(Twin.Recorded.class::isInstance)).hasSize(1);
    String winner = "racer-" + twins.indexOf(new Twin.Recorded());
    assertThat(twins.stream().filter(twin -> !(twin instanceof Twin.Recorded)))
        .containsOnly(new Twin.OtherBirth(winner));
  }
}
