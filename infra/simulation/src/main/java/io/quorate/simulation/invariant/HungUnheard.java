package io.quorate.simulation.invariant;

import io.quorate.codec.StatusCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Termination;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I7: when a controller records that it will terminate a voter's instance, no other voter that
 * nothing besets has heard that voter for {@code silentGrace}, or had not until a moment ago. That
 * is asked of the network itself, not of what agents report.
 */
final class HungUnheard implements Invariant {
  private static final long MOMENT_MILLIS = 60_000;
  private static final long PEACE_MILLIS = 60_000;

  /** Between what is sent and what an agent has counted. */
  private static final long SLACK_MILLIS = 5_000;

  private final World world;
  private final ClusterSite site;
  private final Voters voters;
  private final Key key;
  private final Set<InstanceId> known = new HashSet<>();
  private Optional<String> broken = Optional.empty();

  HungUnheard(World world, ClusterSite site, Voters voters) {
    this.world = world;
    this.site = site;
    this.voters = voters;
    key = Keys.status(site.name());
    world.store().onWrite(this::written);
  }

  @Override
  public String name() {
    return "I7 HUNG_UNHEARD";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put && put.key().equals(key)) {
        intents(put.item()).stream()
            .map(Termination::instance)
            .filter(known::add)
            .forEach(this::judge);
      }
    }
  }

  private static List<Termination> intents(Item item) {
    try {
      return StatusCodec.read(item.attributes(), "status").terminations();
    } catch (UnreadableRecordException e) {
      return List.of();
    }
  }

  private void judge(InstanceId instance) {
    voters.on(instance).ifPresent(member -> judge(instance, member));
  }

  private void judge(InstanceId instance, MemberId member) {
    String from = voters.home(member).orElseThrow().machine().address();
    for (MemberId other : voters.now()) {
      voters
          .home(other)
          .filter(node -> !other.equals(member) && voters.awake(other) && well(node))
          .filter(node -> hears(from, node))
          .ifPresent(
              node -> {
                broken =
                    Optional.of(
                        "a controller is to terminate "
                            + instance
                            + ", but "
                            + node.machine().instance().id()
                            + " has heard its voter "
                            + member
                            + " within "
                            + site.graceMillis()
                            + " ms");
                world.changed();
              });
    }
  }

  private boolean well(Node node) {
    return node.disturbedUntil() < world.scheduler().now() - PEACE_MILLIS;
  }

  private boolean hears(String from, Node node) {
    long now = world.scheduler().now();
    return world
        .net()
        .hearing(from, node.machine().address())
        .filter(h -> !h.missed(site.graceMillis() - SLACK_MILLIS, now - MOMENT_MILLIS, now))
        .isPresent();
  }
}
