package io.quorate.localcloud.instance;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One instance: its fixed identity, its state, and the parts that end with it. */
final class LocalInstance {
  final String id;
  final String zone;
  final String address;
  final Instant launched;
  final Map<String, String> tags;
  final LaunchTemplate template;
  final AgentUnit agent;
  final MetadataServer metadata;

  private volatile InstanceState state = InstanceState.PENDING;
  private volatile Path folder;
  private volatile boolean cutOff;
  private volatile @Nullable Instant terminated;

  LocalInstance(
      String id,
      LaunchOrder order,
      String address,
      Path folder,
      Instant launched,
      AgentUnit agent,
      MetadataServer metadata) {
    this.id = id;
    this.zone = order.zone();
    this.address = address;
    this.folder = folder;
    this.launched = launched;
    this.tags = new ConcurrentHashMap<>(order.tags());
    this.template = order.template();
    this.agent = agent;
    this.metadata = metadata;
  }

  InstanceState state() {
    return state;
  }

  Path folder() {
    return folder;
  }

  Optional<Instant> terminated() {
    return Optional.ofNullable(terminated);
  }

  void cutOff(boolean now) {
    cutOff = now;
  }

  /** Up, unless it is already being terminated. */
  synchronized boolean running() {
    if (state != InstanceState.PENDING) {
      return false;
    }
    state = InstanceState.RUNNING;
    return true;
  }

  /** On its way down; false if it already was. */
  synchronized boolean shuttingDown() {
    if (state == InstanceState.SHUTTING_DOWN || state == InstanceState.TERMINATED) {
      return false;
    }
    state = InstanceState.SHUTTING_DOWN;
    return true;
  }

  /** Dead, its disk now at the given place. */
  synchronized void terminated(Instant now, Path kept) {
    state = InstanceState.TERMINATED;
    terminated = now;
    folder = kept;
  }

  /** Refuses an operation on an instance that is not running. */
  void expectRunning(String operation) {
    if (state != InstanceState.RUNNING) {
      throw new IllegalStateException(
          "cannot %s %s: it is %s, expected running".formatted(operation, id, state.wireName()));
    }
  }

  InstanceView view(List<Long> others) {
    return new InstanceView(
        id,
        zone,
        address,
        folder,
        state,
        launched,
        Map.copyOf(tags),
        agent.pid(),
        agent.starts(),
        agent.held(),
        cutOff,
        others);
  }
}
