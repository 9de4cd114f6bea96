package io.quorate.simulation.invariant.judge;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.ClusterSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the spec has asked for, and what the etcds of each generation had of it: what the judges of
 * access control have in common.
 */
public final class AuthHistory {
  /** Longer than a command may take. */
  private static final long STANDS_MILLIS = 240_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Deque<Asked> asked = new ArrayDeque<>();
  private final Map<EtcdClusterId, Generation> generations = new HashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private long asksSince;

  /** What the spec asks for since then. */
  private record Asked(long since, Optional<AuthSettings> auth) {}

  /** Told of each change of a generation's users and roles. */
  public interface Listener {
    void changed(AuthStore before, AuthStore after, boolean byHand);
  }

  /** What is known of one generation's etcds. */
  public static final class Generation {
    private final long begunAt;
    private final Set<Machine> seen = new HashSet<>();
    private AuthStore store;
    private Optional<Long> onSince = Optional.empty();
    private boolean switchedOff;
    private boolean begunAsked = true;

    Generation(long begunAt, AuthStore store) {
      this.begunAt = begunAt;
      this.store = store;
    }
  }

  public AuthHistory(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  /** Tells of each change from now on. */
  public void onChange(Listener listener) {
    listeners.add(listener);
  }

  /** Reads what changed since the last look. */
  public void look() {
    if (!simCluster.accessControl().possible()) {
      return;
    }
    long now = world.scheduler().now();
    Optional<AuthSettings> auth = simCluster.accessControl().asked();
    if (asked.isEmpty() || !asked.getLast().auth().equals(auth)) {
      if (!asks(auth) || asked.isEmpty() || !asks(asked.getLast().auth())) {
        asksSince = now;
      }
      asked.add(new Asked(now, auth));
    }
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .flatMap(ModelProcess::memberView)
          .ifPresent(member -> look(node.machine(), member, now));
    }
  }

  private static boolean asks(Optional<AuthSettings> auth) {
    return auth.filter(AuthSettings::enabled).isPresent();
  }

  private void look(Machine machine, MemberView member, long now) {
    Generation generation =
        generations.computeIfAbsent(member.cluster(), id -> new Generation(now, member.auth()));
    if (generation.seen.add(machine) && !asksByJournal(machine)) {
      generation.begunAsked = false;
    }
    AuthStore before = generation.store;
    AuthStore after = member.auth();
    boolean newer =
        after.revision() > before.revision()
            || (after.revision() == before.revision() && after.enabled() && !before.enabled());
    if (newer) {
      generation.store = after;
      boolean byHand = simCluster.accessControl().lately();
      listeners.forEach(listener -> listener.changed(before, after, byHand));
    }
    if (!generation.store.enabled()) {
      generation.switchedOff |= generation.onSince.isPresent();
      generation.onSince = Optional.empty();
    } else if (generation.onSince.isEmpty()) {
      generation.onSince = Optional.of(now);
    }
  }

  /** By the spec that its agent had read when it started its etcd. */
  private static boolean asksByJournal(Machine machine) {
    return machine
        .journal()
        .flatMap(AgentJournal::spec)
        .flatMap(ClusterSpec::auth)
        .filter(AuthSettings::enabled)
        .isPresent();
  }

  /** The sections that stood lately: a command that is under way may be for each of them. */
  public List<AuthSettings> standing() {
    long from = world.scheduler().now() - STANDS_MILLIS;
    while (asked.size() > 1 && second().since() < from) {
      asked.removeFirst();
    }
    return asked.stream().flatMap(of -> of.auth().stream()).toList();
  }

  private Asked second() {
    return asked.stream().skip(1).findFirst().orElseThrow();
  }

  /**
   * Why nobody without a right may be served by a generation, of what he asked for then: access
   * control was on; or it is asked for since before the generation began, by what each of its
   * agents had read.
   */
  public Optional<String> guarded(EtcdClusterId cluster, long askedAt) {
    Generation generation = generations.get(cluster);
    if (generation == null || !asks(asked.getLast().auth()) || asksSince > askedAt) {
      return Optional.empty();
    }
    if (generation.onSince.isPresent()) {
      return generation.onSince.filter(at -> at <= askedAt).map(at -> "it was on since " + at);
    }
    return generation.begunAsked && !generation.switchedOff && asksSince <= generation.begunAt
        ? Optional.of("it was asked for when the generation began at " + generation.begunAt)
        : Optional.empty();
  }
}
