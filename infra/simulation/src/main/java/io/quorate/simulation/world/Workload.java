package io.quorate.simulation.world;

import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.SimNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes, each its own key, and reads everything now and then, linearizably: what was acknowledged
 * before a read began must be in it.
 */
public final class Workload {
  private static final long WAIT_MILLIS = 3_000;
  private static final long READ_EVERY = 8;
  private static final KeyRange WRITTEN = KeyRange.prefix("w");

  private final SimWorld world;
  private final SimCluster simCluster;
  private final List<String> acknowledged = new ArrayList<>();
  private final List<Consumer<Told>> listeners = new ArrayList<>();
  private long number;
  private long generations;
  private Optional<EtcdClusterId> serving = Optional.empty();
  private Optional<String> broken = Optional.empty();

  /**
   * An answer that a client got, by a write or a linearizable read.
   *
   * @param askedAt when the client asked
   * @param cluster whose etcd answered
   * @param revision which it told
   * @param written the key that it wrote
   */
  public record Told(
      long askedAt, EtcdClusterId cluster, long revision, Optional<String> written) {}

  Workload(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  /** Every key whose write was acknowledged. */
  public List<String> acknowledged() {
    return acknowledged;
  }

  /** A read that missed what had been acknowledged before it. */
  public Optional<String> broken() {
    return broken;
  }

  /** To be told of every answer to a write or a linearizable read. */
  public void onAnswer(Consumer<Told> told) {
    listeners.add(told);
  }

  /** Another generation serves from now on, with these keys; what else was acknowledged is lost. */
  public void serves(EtcdClusterId cluster, Set<String> keys) {
    generations++;
    serving = Optional.of(cluster);
    acknowledged.retainAll(keys);
  }

  private void tell(Told told) {
    listeners.forEach(listener -> listener.accept(told));
  }

  void begin() {
    world.scheduler().after(world.scenario().knob(Knob.WRITE_MILLIS), this::next);
  }

  private void next() {
    List<SimNode> nodes = simCluster.fleet().running();
    if (!nodes.isEmpty()) {
      SimNode node = nodes.get((int) (number % nodes.size()));
      String url = simCluster.clientUrl(node);
      if (++number % READ_EVERY == 0) {
        read(url);
      } else {
        write(url);
      }
    }
    world.scheduler().after(world.scenario().knob(Knob.WRITE_MILLIS), this::next);
  }

  private void write(String url) {
    String key = "w%05d".formatted(number);
    long askedAt = world.scheduler().now();
    call(
        url,
        new Call.Put(key, "v"),
        outcome -> {
          if (outcome instanceof CallOutcome.Answered answered
              && answered.answer() instanceof Answer.Written written) {
            if (serving.stream().allMatch(written.cluster()::equals)) {
              acknowledged.add(key);
            }
            tell(new Told(askedAt, written.cluster(), written.revision(), Optional.of(key)));
          }
        });
  }

  private void read(String url) {
    int before = acknowledged.size();
    long during = generations;
    long askedAt = world.scheduler().now();
    call(
        url,
        simCluster.accessControl().possible()
            ? new Call.Range(true, WRITTEN)
            : new Call.Range(true),
        outcome -> {
          if (outcome instanceof CallOutcome.Answered answered
              && answered.answer() instanceof Answer.Keys keys) {
            if (broken.isEmpty() && during == generations) {
              broken = missing(url, before, keys);
            }
            tell(new Told(askedAt, keys.cluster(), keys.revision(), Optional.empty()));
          }
        });
  }

  private Optional<String> missing(String url, int before, Answer.Keys keys) {
    return acknowledged.subList(0, before).stream()
        .filter(key -> !keys.keys().contains(key))
        .findFirst()
        .map(key -> key + " was acknowledged, but a later read at " + url + " lacks it");
  }

  private void call(String url, Call call, Consumer<CallOutcome> told) {
    // Each by a connection of its own: one that comes late holds up no other.
    String from = "from://client:" + number;
    world
        .etcd()
        .call(from, AccessControl.CLIENT, url, call, world.etcd().now() + WAIT_MILLIS, told);
  }
}
