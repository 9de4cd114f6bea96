package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A few etcd processes in a world, with calls that wait for their outcome. */
final class TestCluster {
  static final Timing TIMING = new Timing(100, 1_000, 100_000, 5_000, 1L << 33);
  final Set<String> cut = new HashSet<>();
  final EtcdWorld world;
  final SortedMap<String, ModelProcess> processes = new TreeMap<>();
  final SortedMap<String, ModelDirectory> disks = new TreeMap<>();

  TestCluster(long seed) {
    Random random = new Random(seed);
    world =
        new EtcdWorld(
            random,
            (from, to, now) ->
                cut.contains(from) || cut.contains(to) || cut.contains(from + ">" + to)
                    ? OptionalLong.empty()
                    : OptionalLong.of(1 + random.nextInt(3)));
  }

  static String peer(String name) {
    return "http://" + name + ":2380";
  }

  static String client(String name) {
    return "http://" + name + ":2379";
  }

  static SortedMap<String, String> cluster(String... names) {
    SortedMap<String, String> cluster = new TreeMap<>();
    for (String name : names) {
      cluster.put(name, peer(name));
    }
    return cluster;
  }

  ProcessSpec spec(String name, boolean existing, String... names) {
    return new ProcessSpec(
        name,
        peer(name),
        client(name),
        cluster(names),
        existing,
        "token",
        false,
        disk(name),
        TIMING);
  }

  ModelProcess start(ProcessSpec spec) {
    ModelProcess process = world.start(spec);
    processes.put(spec.name(), process);
    return process;
  }

  ModelProcess start(String name, boolean existing, String... names) {
    return start(spec(name, existing, names));
  }

  ModelProcess restart(String name) {
    return start(process(name).spec());
  }

  ModelProcess process(String name) {
    return Optional.ofNullable(processes.get(name)).orElseThrow();
  }

  ModelDirectory disk(String name) {
    return disks.computeIfAbsent(name, n -> new ModelDirectory());
  }

  /** Three members that have been connected for long enough. */
  TestCluster three() {
    for (String name : List.of("a", "b", "c")) {
      start(name, false, "a", "b", "c");
    }
    pass(10_000);
    return this;
  }

  void pass(long millis) {
    world.advance(world.now() + millis);
  }

  CallOutcome call(String name, Call call) {
    return callAs("", name, call);
  }

  /** The same, with a certificate of this common name. */
  CallOutcome callAs(String user, String name, Call call) {
    List<CallOutcome> outcomes = new ArrayList<>();
    long deadline = world.now() + 9_000;
    world.call("test", user, client(name), call, deadline, outcomes::add);
    while (outcomes.isEmpty()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
    return outcomes.get(0);
  }

  Answer ask(String name, Call call) {
    return switch (call(name, call)) {
      case CallOutcome.Answered answered -> answered.answer();
      case CallOutcome other -> throw new AssertionError(call + " at " + name + ": " + other);
    };
  }

  void put(String name, int count, String prefix) {
    for (int i = 0; i < count; i++) {
      ask(name, new Call.Put(prefix + i, "v"));
    }
  }

  Set<String> keys(String name, boolean linearizable) {
    return ((Answer.Keys) ask(name, new Call.Range(linearizable))).keys();
  }

  MemberId id(String name) {
    return process(name).view().orElseThrow().member();
  }

  String leader() {
    return processes.values().stream()
        .filter(p -> p.view().filter(MemberSnapshot::leads).isPresent())
        .map(p -> p.spec().name())
        .findFirst()
        .orElseThrow();
  }

  /** Makes it lead. */
  void lead(String name) {
    if (!leader().equals(name)) {
      ask(leader(), new Call.MoveLeader(id(name)));
    }
  }
}
