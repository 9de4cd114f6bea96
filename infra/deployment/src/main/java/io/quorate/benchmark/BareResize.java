package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Two members more and two less, the leader first, by nothing but the member commands. */
final class BareResize {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<String> MORE = List.of("m4", "m5");

  private final BareEtcd cluster;

  BareResize(BareEtcd cluster) {
    this.cluster = cluster;
  }

  void measure(Measurements into) throws IOException, InterruptedException {
    cluster.startToFirstWrite();
    AtRest.await();
    double boot = 0;
    Stopwatch grown = new Stopwatch();
    for (String name : MORE) {
      until("the add", () -> contact("m1").addLearner(cluster.peerUrl(name)));
      Stopwatch booted = new Stopwatch();
      cluster.start(name);
      booted.until("its etcd", PATIENCE, () -> !contact(name).memberId().isEmpty());
      boot += booted.seconds();
      until("the promotion", () -> contact("m1").promote(id(name + " (learner)", "m1")));
    }
    double added = grown.seconds();
    into.add("bare added, boot included", added / MORE.size());
    into.add("bare added, beyond its boot", (added - boot) / MORE.size());
    AtRest.await();

    String leader = leader();
    List<String> victims = List.of(leader, other(List.of(leader)));
    String stays = other(victims);
    try (WriteGap writes = new WriteGap(cluster.access(), urlsFrom(leader))) {
      AtRest.await();
      writes.mark();
      Stopwatch shrunk = new Stopwatch();
      contact(leader).moveLeader(id(stays, stays));
      for (String victim : victims) {
        until("the removal", () -> contact(stays).removeMember(id(victim, stays)));
        cluster.kill(victim);
      }
      into.add("bare removed", shrunk.seconds() / victims.size());
      AtRest.await();
      into.add("bare longest write gap", writes.longestMillis());
    }
  }

  private List<String> urlsFrom(String first) {
    List<String> urls = new ArrayList<>(List.of(contact(first).clientUrl()));
    cluster.running().stream()
        .filter(name -> !name.equals(first))
        .forEach(name -> urls.add(contact(name).clientUrl()));
    return urls;
  }

  private String leader() {
    return cluster.running().stream()
        .filter(name -> contact(name).leads())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no member leads"));
  }

  private String other(List<String> than) {
    return cluster.running().stream()
        .filter(name -> !than.contains(name))
        .findFirst()
        .orElseThrow();
  }

  private Etcd contact(String name) {
    return cluster.client(name);
  }

  private String id(String listed, String through) {
    return contact(through).members().entrySet().stream()
        .filter(member -> member.getValue().equals(listed))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(listed + " is not listed yet"));
  }

  private static void until(String what, BooleanSupplier done) {
    new Stopwatch().until(what, PATIENCE, done);
  }
}
