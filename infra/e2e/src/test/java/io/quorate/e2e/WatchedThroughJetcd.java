package io.quorate.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.MemberIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What an application sees through jetcd's client while members are killed and replaced.
 *
 * <p>jetcd reconnects a watch once, and gives it up in silence when that fails (its issue 1227). So
 * the application does what it has to there: a watch that stands still while acknowledged writes
 * lie ahead of it is opened again, from the revision after the last one that it saw. Everything is
 * at peace by then, so that once is enough.
 */
final class WatchedThroughJetcd {
  private static final String PREFIX = "app/";
  private static final Duration CALL = Duration.ofSeconds(3);

  /** For so long a watch may stand still behind the acknowledged writes; jetcd backs off 10 s. */
  private static final Duration STANDSTILL = Duration.ofSeconds(30);

  private final Stage stage;
  private final List<KeyValue> seen = new CopyOnWriteArrayList<>();
  private final Map<String, Long> acknowledged = new TreeMap<>();
  private final List<String> unacknowledged = new ArrayList<>();
  private final List<String> ends = new CopyOnWriteArrayList<>();
  private final AtomicInteger latest = new AtomicInteger();
  private Watch.Watcher watcher;

  WatchedThroughJetcd(Stage stage) {
    this.stage = stage;
  }

  void acrossAKillAndAReplacement() throws Exception {
    try (Client client = client(stage)) {
      watcher = watch(client, present(client) + 1);
      put(client, 20);

      InstanceView leader = stage.leader();
      List<Long> killed = stage.etcdPids(leader);
      stage.deployment.instances().kill(leader.id(), ProcessTarget.OTHERS);
      put(client, 20);
      stage.awaitOtherEtcd(leader, killed);
      stage.awaitHealthy(3);

      InstanceView victim = stage.follower();
      MemberIdentity before = stage.identity(victim);
      stage.wipe(victim);
      put(client, 20);
      stage.awaitOtherMember(victim, before);
      put(client, 20);

      long last = acknowledged.values().stream().mapToLong(Long::longValue).max().orElseThrow();
      for (int opened = 1; !reaches(last); opened++) {
        assertThat(opened)
            .as(
                "watches, each opened after the last; at %s of %s; ended by %s; members %s",
                lastSeen(), last, ends, stage.anyEtcd().members())
            .isLessThan(2);
        latest.incrementAndGet();
        watcher.close();
        watcher = watch(client, lastSeen() + 1);
      }
      assertThat(seen.stream().map(KeyValue::getModRevision).toList())
          .isSorted()
          .doesNotHaveDuplicates()
          .containsAll(acknowledged.values());
      assertThat(seen)
          .as("events besides the acknowledged writes and those of unknown fate %s", unacknowledged)
          .hasSizeBetween(acknowledged.size(), acknowledged.size() + unacknowledged.size());
      assertThat(watcher.isClosed()).isFalse();
      watcher.close();
    }
  }

  private boolean reaches(long revision) {
    if (AwaitCondition.within(STANDSTILL, () -> lastSeen() >= revision)) {
      return true;
    }
    System.out.printf(
        "the application's watch stands at revision %d, %d was acknowledged; ended by %s%n",
        lastSeen(), revision, ends);
    return false;
  }

  private long lastSeen() {
    return seen.isEmpty() ? 0 : seen.getLast().getModRevision();
  }

  /**
   * etcd ends the connection of a client that pings it without a call, with too_many_pings, and
   * jetcd's watch does not always survive that: jetcd's issues 1041 and 1075 give this setting.
   */
  private static Client client(Stage stage) {
    String[] endpoints =
        stage.running().stream()
            .map(instance -> "http://" + instance.address() + ":2379")
            .toArray(String[]::new);
    return Client.builder().endpoints(endpoints).keepaliveWithoutCalls(false).build();
  }

  private static long present(Client client) throws Exception {
    return client
        .getKVClient()
        .get(bytes(PREFIX))
        .get(STANDSTILL.toMillis(), TimeUnit.MILLISECONDS)
        .getHeader()
        .getRevision();
  }

  /** Of all that the application writes, from a revision; nothing more comes of those before it. */
  private Watch.Watcher watch(Client client, long revision) {
    WatchOption option = WatchOption.builder().isPrefix(true).withRevision(revision).build();
    int mine = latest.incrementAndGet();
    return client
        .getWatchClient()
        .watch(
            bytes(PREFIX),
            option,
            Watch.listener(
                response -> {
                  if (latest.get() == mine) {
                    response.getEvents().stream().map(WatchEvent::getKeyValue).forEach(seen::add);
                  }
                },
                failure -> ends.add(failure.toString())));
  }

  /** Puts until so many more were acknowledged; one that was not may be there or not. */
  private void put(Client client, int more) throws InterruptedException {
    int target = acknowledged.size() + more;
    long deadline = System.nanoTime() + Stage.SOON.toNanos();
    for (int n = 0; acknowledged.size() < target; n++) {
      assertThat(System.nanoTime()).as("so many acknowledged writes in time").isLessThan(deadline);
      String key = PREFIX + target + "/" + n;
      try {
        long revision =
            client
                .getKVClient()
                .put(bytes(key), bytes("v"))
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS)
                .getHeader()
                .getRevision();
        acknowledged.put(key, revision);
      } catch (ExecutionException | TimeoutException unknown) {
        unacknowledged.add(key);
      }
    }
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, UTF_8);
  }
}
