package io.quorate.simulation.run;

import io.quorate.simulation.etcd.Answer;
import io.quorate.simulation.etcd.Call;
import io.quorate.simulation.etcd.CallOutcome;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.SimNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes, each its own key, and reads everything now and then, linearizably: what was acknowledged
 * before a read began must be in it.
 */
public final class Workload {
  private static final long WAIT_MILLIS = 3_000;
  private static final long READ_EVERY = 8;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final List<String> acknowledged = new ArrayList<>();
  private long number;
  private Optional<String> broken = Optional.empty();

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

  void begin() {
    world.scheduler().after(world.scenario().knob(Knob.WRITE_MILLIS), this::next);
  }

  private void next() {
    List<SimNode> nodes = simCluster.fleet().running();
    if (!nodes.isEmpty()) {
      SimNode node = nodes.get((int) (number % nodes.size()));
      String url = "http://" + node.machine().address() + ":2379";
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
    call(
        url,
        new Call.Put(key, "v"),
        outcome -> {
          if (outcome instanceof CallOutcome.Answered) {
            acknowledged.add(key);
          }
        });
  }

  private void read(String url) {
    int before = acknowledged.size();
    call(
        url,
        new Call.Range(true),
        outcome -> {
          if (outcome instanceof CallOutcome.Answered answered
              && answered.answer() instanceof Answer.Keys keys
              && broken.isEmpty()) {
            broken =
                acknowledged.subList(0, before).stream()
                    .filter(key -> !keys.keys().contains(key))
                    .findFirst()
                    .map(
                        key -> key + " was acknowledged, but a later read at " + url + " lacks it");
          }
        });
  }

  private void call(String url, Call call, java.util.function.Consumer<CallOutcome> told) {
    // Each by a connection of its own: one that comes late holds up no other.
    String from = "from://client:" + number;
    world.etcd().call(from, url, call, world.etcd().now() + WAIT_MILLIS, told);
  }
}
