package io.quorate.simulation.world;

import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.node.SimNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A client with a certificate of the clients' authority whom no section names: it tries on. */
public final class Strangers {
  private static final String NAME = "stranger";
  private static final long EACH_MILLIS = 700;
  private static final long WAIT_MILLIS = 3_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final List<Consumer<Served>> listeners = new ArrayList<>();
  private long number;

  /**
   * It was let do something.
   *
   * @param askedAt when it asked
   * @param cluster whose etcd let it
   * @param what what it did
   */
  public record Served(long askedAt, EtcdClusterId cluster, String what) {}

  Strangers(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  /** To be told of all that it was let do. */
  public void onServed(Consumer<Served> served) {
    listeners.add(served);
  }

  void begin() {
    world.scheduler().after(EACH_MILLIS, this::next);
  }

  private void next() {
    List<SimNode> nodes = simCluster.fleet().running();
    if (!nodes.isEmpty()) {
      SimNode node = nodes.get((int) (number % nodes.size()));
      number++;
      ask(
          simCluster.clientUrl(node),
          number % 3 == 0 ? new Call.Range(true) : new Call.Put("x%05d".formatted(number), "v"));
    }
    world.scheduler().after(EACH_MILLIS, this::next);
  }

  private void ask(String url, Call call) {
    long askedAt = world.scheduler().now();
    world
        .etcd()
        .call(
            "from://stranger:" + number,
            NAME,
            url,
            call,
            world.etcd().now() + WAIT_MILLIS,
            outcome -> {
              if (outcome instanceof CallOutcome.Answered answered) {
                tell(new Served(askedAt, cluster(answered.answer()), call + " at " + url));
              }
            });
  }

  private static EtcdClusterId cluster(Answer answer) {
    return switch (answer) {
      case Answer.Written written -> written.cluster();
      case Answer.Keys keys -> keys.cluster();
      default -> throw new IllegalStateException("not asked for: " + answer);
    };
  }

  private void tell(Served served) {
    listeners.forEach(listener -> listener.accept(served));
  }
}
