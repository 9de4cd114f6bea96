package io.quorate.simulation.node;

import io.quorate.etcdmodel.Network;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.schedule.SeededRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who reaches whom among the machines: peers on one port, clients on another. Cuts are one way,
 * each until its time.
 */
public final class SimNetwork implements Network {
  private static final String RANDOM = "net";
  private static final String PEER_PORT = ":2380";

  private final SeededRandom random;
  private final Scenario scenario;
  private final boolean aimed;
  private final Map<String, String> hosts = new HashMap<>();
  private final Map<Cut, Long> cuts = new HashMap<>();
  private final Map<String, Map<String, Long>> links = new HashMap<>();
  private final Map<String, Slow> slow = new HashMap<>();
  private final Map<String, Map<String, HeardFrom>> heard = new HashMap<>();
  private long calmFrom = Long.MAX_VALUE;

  private record Cut(boolean out, boolean peers, String address) {}

  private record Slow(long millis, long until) {}

  /** By the scenario's knobs. */
  public SimNetwork(SeededRandom random, Scenario scenario) {
    this.random = random;
    this.scenario = scenario;
    aimed = scenario.aimed();
  }

  /** From then on all is well. */
  public void calmFrom(long millis) {
    calmFrom = millis;
  }

  /** The peer URL of an address. */
  static String peerUrl(String address) {
    return "http://" + address + PEER_PORT;
  }

  /** The client URL of an address. */
  static String clientUrl(String address) {
    return "http://" + address + ":2379";
  }

  /** Whether it is the client URL of an address, over TLS or not. */
  static boolean isClientUrl(String url, String address) {
    return url.endsWith("//" + address + ":2379");
  }

  /** What an agent or client on this address is called. */
  static String client(String address) {
    return "from://" + address + ":0";
  }

  /** Nothing of this kind leaves this address until then. */
  public void mute(String address, boolean peers, long until) {
    cuts.merge(new Cut(true, peers, address), until, Math::max);
  }

  /** Nothing of this kind arrives at this address until then. */
  public void deafen(String address, boolean peers, long until) {
    cuts.merge(new Cut(false, peers, address), until, Math::max);
  }

  /** Nothing gets from one address to another until then. */
  public void cutLink(String from, String to, long until) {
    links.computeIfAbsent(from, key -> new HashMap<>()).merge(to, until, Math::max);
  }

  /** What peers send to this address takes so much longer until then. */
  public void slow(String address, long millis, long until) {
    slow.put(address, new Slow(millis, until));
  }

  /** How many raft messages one address has received from another. */
  long received(String from, String to) {
    return hearing(from, to).map(HeardFrom::messages).orElse(0L);
  }

  /** What one address has heard of another, if anything. */
  public Optional<HeardFrom> hearing(String from, String to) {
    return Optional.ofNullable(heard.getOrDefault(from, Map.of()).get(to));
  }

  @Override
  public OptionalLong delay(String from, String to, long now) {
    return delay(from, to, now, true);
  }

  /** No member was heard: who hears only this must miss it. */
  @Override
  public OptionalLong closedPort(String from, String to, long now) {
    return delay(from, to, now, false);
  }

  private OptionalLong delay(String from, String to, long now, boolean sends) {
    boolean peers = from.endsWith(PEER_PORT) && to.endsWith(PEER_PORT);
    String there = host(to);
    String here = host(from);
    if (!here.equals(there)
        && (cut(true, peers, here, now)
            || cut(false, peers, there, now)
            || now < links.getOrDefault(here, Map.of()).getOrDefault(there, 0L))) {
      return OptionalLong.empty();
    }
    if (peers && sends) {
      heard
          .computeIfAbsent(here, key -> new HashMap<>())
          .computeIfAbsent(there, key -> new HeardFrom())
          .heard(now);
    }
    return now >= calmFrom || spared(here) || spared(there) || (!peers && here.equals(there))
        ? OptionalLong.of(1)
        : peers ? slowed(there, now, raft()) : api();
  }

  private OptionalLong slowed(String there, long now, OptionalLong millis) {
    Slow link = slow.get(there);
    return link == null || now >= link.until() || millis.isEmpty()
        ? millis
        : OptionalLong.of(millis.getAsLong() + link.millis());
  }

  /** Where all is aimed at the first cluster, the hosts of the others. */
  private boolean spared(String host) {
    return aimed && host.startsWith("10.") && !host.startsWith("10.1.");
  }

  private boolean cut(boolean out, boolean peers, String host, long now) {
    if (cuts.isEmpty()) {
      return false;
    }
    Long until = cuts.get(new Cut(out, peers, host));
    return until != null && now < until;
  }

  private OptionalLong raft() {
    return random.perMille(RANDOM, scenario.knob(Knob.RAFT_LOST))
        ? OptionalLong.empty()
        : OptionalLong.of(random.between(RANDOM, 1, scenario.knob(Knob.RAFT_MILLIS)));
  }

  private OptionalLong api() {
    if (random.perMille(RANDOM, scenario.knob(Knob.ETCD_LOST))) {
      return OptionalLong.empty();
    }
    if (random.perMille(RANDOM, scenario.knob(Knob.ETCD_LATE))) {
      return OptionalLong.of(random.between(RANDOM, 1_000, 120_000));
    }
    return OptionalLong.of(random.between(RANDOM, 1, Math.max(1, scenario.knob(Knob.ETCD_MILLIS))));
  }

  private String host(String url) {
    return hosts.computeIfAbsent(
        url, key -> key.substring(key.indexOf("//") + 2, key.lastIndexOf(':')));
  }
}
