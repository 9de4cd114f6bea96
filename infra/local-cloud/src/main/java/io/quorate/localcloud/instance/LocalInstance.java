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
  final Map<String, String> tags;
  final LaunchTemplate template;
  final AgentUnit agent;
  final MetadataServer metadata;

  private volatile Ec2State state = Ec2State.PENDING;
  private volatile Path folder;
  private volatile Instant launched;
  private volatile boolean cutOff;
  private volatile String endReason = "Client.UserInitiatedShutdown: User initiated shutdown";
  private volatile @Nullable Instant terminated;
  private volatile @Nullable Announcement announcement;
  private volatile @Nullable Instant rebalance;

  /** That the cloud is about to take it. */
  record Announcement(String action, Instant at) {}

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

  Ec2State state() {
    return state;
  }

  Path folder() {
    return folder;
  }

  /** When it was launched, or started last. */
  Instant launched() {
    return launched;
  }

  Optional<Instant> terminated() {
    return Optional.ofNullable(terminated);
  }

  Optional<Announcement> announcement() {
    return Optional.ofNullable(announcement);
  }

  void announce(Announcement next) {
    announcement = next;
  }

  /** When it was advised to replace it. */
  Optional<Instant> rebalance() {
    return Optional.ofNullable(rebalance);
  }

  void rebalance(Instant at) {
    rebalance = at;
  }

  void cutOff(boolean now) {
    cutOff = now;
  }

  /** Up, unless it is already being terminated. */
  synchronized boolean running() {
    if (state != Ec2State.PENDING) {
      return false;
    }
    state = Ec2State.RUNNING;
    return true;
  }

  /** On its way to a stop; false if it is stopped already, or on its way. */
  synchronized boolean stopping() {
    return switch (state) {
      case PENDING, RUNNING -> {
        state = Ec2State.STOPPING;
        yield true;
      }
      case STOPPING, STOPPED -> false;
      case SHUTTING_DOWN, TERMINATED -> throw refused("stopped");
    };
  }

  /** Its processes have ended; false if it was terminated meanwhile. */
  synchronized boolean stopped() {
    if (state != Ec2State.STOPPING) {
      return false;
    }
    state = Ec2State.STOPPED;
    return true;
  }

  /** On its way up again, launched now; false if it is up already. */
  synchronized boolean starting(Instant now) {
    return switch (state) {
      case STOPPED -> {
        state = Ec2State.PENDING;
        launched = now;
        yield true;
      }
      case PENDING, RUNNING -> false;
      case STOPPING, SHUTTING_DOWN, TERMINATED -> throw refused("started");
    };
  }

  private IllegalStateException refused(String how) {
    return new IllegalStateException(
        "The instance '%s' is not in a state from which it can be %s.".formatted(id, how));
  }

  /** On its way down; false if it already was. */
  synchronized boolean shuttingDown() {
    if (state == Ec2State.SHUTTING_DOWN || state == Ec2State.TERMINATED) {
      return false;
    }
    state = Ec2State.SHUTTING_DOWN;
    return true;
  }

  /** Dead, its disk now at the given place. */
  synchronized void terminated(Instant now, Path kept) {
    state = Ec2State.TERMINATED;
    terminated = now;
    folder = kept;
  }

  /** It ends without anybody's asking. */
  void endReason(String reason) {
    endReason = reason;
  }

  /** Refuses an operation on an instance that is not running. */
  void expectRunning(String operation) {
    if (state != Ec2State.RUNNING) {
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
        state == Ec2State.TERMINATED ? endReason : "",
        launched,
        Map.copyOf(tags),
        agent.pid(),
        agent.starts(),
        agent.held(),
        cutOff,
        others);
  }
}
