package io.quorate.benchmark;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.request.RequestKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Room in databases with a quota of so many megabytes, three members under Quorate and three by
 * hand: most of the quota is written and compacted, then all members are defragmented; then it is
 * filled until etcd refuses writes, and room is made.
 */
final class SpaceRun {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final double CALM = 65;
  private static final int KEYS = 20;
  private static final int VALUE_BYTES = 192 * 1024;
  private static final int REVISIONS = 40;
  private static final double MEGABYTE = 1e6;

  /** How much of the quota is written before a defragmentation. */
  private static final double MOST = 0.7;

  private final int megabytes;
  private final Tls tls;
  private final String value;

  SpaceRun(int megabytes, Tls tls) {
    this.megabytes = megabytes;
    this.tls = tls;
    char[] text = new char[VALUE_BYTES];
    Random random = new Random(megabytes);
    for (int at = 0; at < text.length; at++) {
      text[at] = (char) ('!' + random.nextInt('~' - '!' + 1));
    }
    value = new String(text);
  }

  /** By hand, with the calls of {@code etcdctl} and no time between them. */
  void byHand(Path etcdFolder, Path home, int block, AtExit atExit, Measurements into, int runs)
      throws IOException, InterruptedException {
    String quota = "--quota-backend-bytes=" + bytes();
    try (BareEtcd bare =
        atExit.closes(new BareEtcd(etcdFolder, home, block, tls, List.of(quota)))) {
      bare.startToFirstWrite();
      AtRest.await();
      Supplier<List<Etcd>> members =
          () -> leaderLast(BareEtcd.names().stream().map(name -> patient(bare, name)).toList());
      List<String> urls = members.get().stream().map(Etcd::clientUrl).toList();
      for (int run = 1; run <= runs; run++) {
        fragment(members.get());
        try (WriteGap writes = new WriteGap(bare.access(), urls)) {
          Stopwatch watch = begun(writes);
          members.get().forEach(Etcd::defragment);
          into.add(figure("bare defragmented"), watch.seconds());
          into.add(figure("bare gap while defragmenting"), writes.longestMillis());
        }
        fill(members.get().getFirst());
        Stopwatch refused = new Stopwatch();
        Etcd first = members.get().getFirst();
        first.compact(first.revision() - REVISIONS);
        // The other members free their pages on their own; one that has not keeps its size.
        AtRest.await();
        members.get().forEach(Etcd::defragment);
        first.disarmNoSpace();
        refused.until("a write", PATIENCE, () -> first.put("again", "yes") > 0);
        into.add(figure("bare NOSPACE to the first write"), refused.seconds());
      }
    } finally {
      atExit.closed();
    }
  }

  private static Etcd patient(BareEtcd bare, String name) {
    return bare.access().etcd(bare.client(name).clientUrl(), PATIENCE);
  }

  /** By Quorate: a request to defragment and to compare; the alarm is its own affair. */
  void byQuorate(
      Path home, Artifacts artifacts, int block, AtExit atExit, Measurements into, int runs)
      throws IOException, InterruptedException {
    try (LocalDeployment deployment =
        atExit.closes(
            LocalDeployment.start(DeploymentConfig.at(home).withAddressBlock(block), artifacts))) {
      BenchCluster cluster = new BenchCluster(deployment, tls);
      cluster.start(
          "quota: %d, autoCompaction: {mode: revision, retention: %d}"
              .formatted(bytes(), REVISIONS));
      AtRest.await();
      List<InstanceView> followers = cluster.followers();
      List<String> urls = cluster.running().stream().map(cluster::clientUrl).toList();
      Etcd through = patient(cluster, followers.getFirst());
      Stopwatch cured = new Stopwatch();
      for (int run = 1; run <= runs; run++) {
        fragment(List.of(through));
        for (RequestKind kind : List.of(RequestKind.DEFRAGMENT, RequestKind.COMPARE_DATA)) {
          try (WriteGap writes = new WriteGap(cluster.access(), urls)) {
            Stopwatch watch = begun(writes);
            cluster.done(cluster.ask(kind));
            boolean compared = kind == RequestKind.COMPARE_DATA;
            into.add(
                figure(compared ? "Quorate compared" : "Quorate defragmented"), watch.seconds());
            into.add(
                figure("Quorate gap while " + (compared ? "comparing" : "defragmenting")),
                writes.longestMillis());
          }
        }
        // An alarm that is raised again within a minute of its end is left alone for ten.
        Stopwatch former = cured;
        former.until("a minute since the last cure", PATIENCE, () -> former.seconds() > CALM);
        fill(through);
        Stopwatch refused = new Stopwatch();
        refused.until("a write", PATIENCE, () -> through.put("again", "yes") > 0);
        into.add(figure("Quorate NOSPACE to the first write"), refused.seconds());
        cluster.awaitHealthy();
        cured = new Stopwatch();
      }
    } finally {
      atExit.closed();
    }
  }

  private static Etcd patient(BenchCluster cluster, InstanceView instance) {
    return cluster.access().etcd(cluster.clientUrl(instance), PATIENCE);
  }

  private static Stopwatch begun(WriteGap writes) {
    AtRest.await();
    writes.mark();
    return new Stopwatch();
  }

  private static List<Etcd> leaderLast(List<Etcd> members) {
    List<Etcd> ordered = new ArrayList<>(members.stream().filter(etcd -> !etcd.leads()).toList());
    members.stream().filter(etcd -> !ordered.contains(etcd)).forEach(ordered::add);
    return ordered;
  }

  /** Most of the quota, in revisions of few keys, of which none but the newest is kept. */
  private void fragment(List<Etcd> members) {
    // The run before left a history, and pages that are written again once it is compacted.
    members.getFirst().compact(members.getFirst().revision());
    AtRest.await();
    long values = (long) (MOST * megabytes * MEGABYTE / VALUE_BYTES);
    for (long n = 0; n < values; n++) {
      members.getFirst().put("data/" + n % KEYS, value);
    }
    members.getFirst().compact(members.getFirst().revision());
    // The others free their pages on their own.
    AtRest.await();
  }

  /** Until etcd refuses a write. */
  private void fill(Etcd etcd) {
    long most = (long) (3 * megabytes * MEGABYTE / VALUE_BYTES);
    for (long n = 0; n < most; n++) {
      try {
        etcd.put("data/" + n % KEYS, value);
      } catch (UncheckedIOException e) {
        if (String.valueOf(e.getMessage()).contains("space exceeded")) {
          return;
        }
        throw e;
      }
    }
    throw new IllegalStateException("etcd took three times its quota of " + megabytes + " MB");
  }

  private long bytes() {
    return (long) (megabytes * MEGABYTE);
  }

  private String figure(String what) {
    return megabytes + " MB " + what;
  }
}
