package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.Fork;
import io.quorate.state.InitialMember;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredLineage;
import io.quorate.store.LineageMirror.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link LineageMirror} must do; each test uses a cluster of its own. */
public abstract class LineageMirrorContract {
  private static final int RACERS = 16;
  private static final ClusterUid UID = new ClusterUid("uid-1");

  private final ClusterName cluster =
      new ClusterName("c" + UUID.randomUUID().toString().substring(0, 13));

  /** The mirror under test. */
  protected abstract LineageMirror mirror();

  private static Bootstrap bootstrap(long generation, String nonce) {
    return new Bootstrap(
        new Generation(generation),
        "token-" + nonce,
        new EtcdClusterId(0xabcL),
        List.of(
            new InitialMember(
                new InstanceId("i-1"),
                new MemberId(1),
                new Endpoints("http://127.0.1.1:2380", "http://127.0.1.1:2379"),
                "a",
                "disk")),
        nonce,
        Instant.parse("2026-01-02T03:04:05Z"));
  }

  @Test
  void recordsABootstrapAndKnowsItAgain() {
    assertThat(mirror().record(cluster, UID, bootstrap(1, "one"))).isEqualTo(new Result.Recorded());
    assertThat(mirror().record(cluster, UID, bootstrap(1, "one"))).isEqualTo(new Result.Recorded());
  }

  @Test
  void keepsAGenerationsFirstBootstrap() {
    mirror().record(cluster, UID, bootstrap(1, "one"));

    assertThat(mirror().record(cluster, UID, bootstrap(1, "two")))
        .isEqualTo(new Result.OtherBootstrap("one"));
    assertThat(mirror().record(cluster, UID, bootstrap(2, "two"))).isEqualTo(new Result.Recorded());
    assertThat(mirror().record(cluster, UID, bootstrap(1, "one"))).isEqualTo(new Result.Recorded());
  }

  @Test
  void keepsANameForItsFirstUid() {
    mirror().record(cluster, UID, bootstrap(1, "one"));

    assertThat(mirror().record(cluster, new ClusterUid("uid-2"), bootstrap(1, "two")))
        .isEqualTo(new Result.OtherCluster("uid-1"));
  }

  @Test
  void readsBackWhatWasRecordedInTheOrderOfTheGenerations() {
    assertThat(mirror().read(cluster)).isEmpty();
    mirror().record(cluster, UID, bootstrap(1, "one"));
    mirror().record(cluster, UID, bootstrap(2, "two"));

    assertThat(mirror().read(cluster))
        .contains(new MirroredLineage(UID, List.of(bootstrap(1, "one"), bootstrap(2, "two"))));
  }

  @Test
  void anAncestorThatIsLostIsSaidToHaveBegunAndIsNeverBegunAgain() {
    Fork fork =
        new Fork(
            new Generation(2),
            Generation.FIRST,
            45,
            SnapshotId.of(Instant.parse("2026-01-02T03:04:05Z"), Generation.FIRST, 1));
    LostBootstrap first = new LostBootstrap(Generation.FIRST, Optional.empty());
    LostBootstrap second = new LostBootstrap(new Generation(2), Optional.of(fork));
    mirror().record(cluster, UID, bootstrap(3, "three"));

    assertThat(mirror().recordLost(cluster, UID, first)).isEqualTo(new Result.Recorded());
    assertThat(mirror().recordLost(cluster, UID, second)).isEqualTo(new Result.Recorded());
    assertThat(mirror().recordLost(cluster, UID, second)).isEqualTo(new Result.Recorded());
    assertThat(mirror().record(cluster, UID, bootstrap(1, "one")))
        .isEqualTo(new Result.OtherBootstrap("lost"));
    assertThat(
            mirror()
                .recordLost(cluster, UID, new LostBootstrap(new Generation(2), Optional.empty())))
        .isEqualTo(new Result.OtherBootstrap("lost"));
    assertThat(mirror().read(cluster))
        .contains(new MirroredLineage(UID, List.of(first, second, bootstrap(3, "three"))));
  }

  @Test
  void anAncestorThatIsThereStaysAsItIs() {
    mirror().record(cluster, UID, bootstrap(1, "one"));

    assertThat(
            mirror()
                .recordLost(cluster, UID, new LostBootstrap(Generation.FIRST, Optional.empty())))
        .isEqualTo(new Result.Recorded());
    assertThat(mirror().read(cluster))
        .contains(new MirroredLineage(UID, List.of(bootstrap(1, "one"))));
    assertThat(
            mirror()
                .recordLost(
                    cluster,
                    new ClusterUid("uid-2"),
                    new LostBootstrap(Generation.FIRST, Optional.empty())))
        .isEqualTo(new Result.OtherCluster("uid-1"));
  }

  @Test
  void ofManyBootstrapsAtOnceExactlyOneIsRecorded() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Result> mirrors = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(RACERS)) {
      List<Future<Result>> futures = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        Bootstrap mine = bootstrap(1, "racer-" + i);
        futures.add(
            threads.submit(
                () -> {
                  go.await();
                  return mirror().record(cluster, UID, mine);
                }));
      }
      go.countDown();
      for (Future<Result> future : futures) {
        mirrors.add(future.get());
      }
    }

    assertThat(mirrors.stream().filter(Result.Recorded.class::isInstance)).hasSize(1);
    String winner = "racer-" + mirrors.indexOf(new Result.Recorded());
    assertThat(mirrors.stream().filter(mirror -> !(mirror instanceof Result.Recorded)))
        .containsOnly(new Result.OtherBootstrap(winner));
  }
}
