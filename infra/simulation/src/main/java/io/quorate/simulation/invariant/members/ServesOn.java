package io.quorate.simulation.invariant.members;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.InstanceState;
import io.quorate.etcdmodel.MemberView;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Lease;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Optional;

/**
 * I10: writes are acknowledged for as long as a quorum of the voters is awake and nothing besets
 * it, whatever becomes of store, Lambda and cloud, unless a database is at its quota, or a member
 * is closed to clients while a controller may be kept from opening it. A gap may last {@link
 * #BOUND_MILLIS}, in which a client writes to each member many times, or thirty writes' time,
 * whichever is longer; a call that arrives late holds up those behind it, there and back.
 */
public final class ServesOn implements Invariant {
  private static final long BOUND_MILLIS = 60_000;
  private static final long LATEST_MILLIS = 240_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final long bound;
  private int acknowledged;
  private long since;
  private Object leaseOwner = "";
  private long leaseSince;

  public ServesOn(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    bound =
        Math.max(BOUND_MILLIS, 30L * world.scenario().knob(Knob.WRITE_MILLIS))
            + (world.scenario().knob(Knob.ETCD_LATE) > 0 ? LATEST_MILLIS : 0);
  }

  @Override
  public String name() {
    return "I10 STATIC (serving)";
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    int acks = simCluster.clients().acknowledged().size();
    if (acks != acknowledged
        || voters.logsMayDiffer()
        || !quorumAtPeace(now)
        || full()
        || closed(now)) {
      acknowledged = acks;
      since = now;
    }
    return now - since > bound
        ? Optional.of(
            "no write was acknowledged for "
                + (now - since) / 1_000
                + " s, though a quorum of the voters "
                + voters.now()
                + " is awake and nothing besets it")
        : Optional.empty();
  }

  /** It is opened by a command, which waits for whatever keeps controllers from giving it. */
  private boolean closed(long now) {
    boolean barred = leaseOutlivesItsTurn(now) || halted();
    return (barred
            || now < world.scenario().faultsMillis()
            || voters.now().stream().flatMap(m -> voters.home(m).stream()).anyMatch(this::stands))
        && simCluster.fleet().nodes().stream()
            .flatMap(node -> node.machine().etcd().stream())
            .anyMatch(process -> process.exited().isEmpty() && process.spec().closed());
  }

  /** The clock that it was taken by has gone back, and others wait until that shows its end. */
  private boolean leaseOutlivesItsTurn(long now) {
    Key key = Keys.lease(simCluster.name());
    Item item = world.store().tables().read(List.of(key)).get(key);
    Object owner = item == null ? "" : item.attributes().getOrDefault("owner", "");
    if (!owner.equals(leaseOwner)) {
      leaseOwner = owner;
      leaseSince = now;
    }
    return !owner.equals("") && now - leaseSince > Lease.LENGTH.toMillis();
  }

  /** The table is proven older than the cluster: nothing is decided until a person resumes. */
  private boolean halted() {
    Key key = Keys.status(simCluster.name());
    Item item = world.store().tables().read(List.of(key)).get(key);
    return item == null || item.attributes().containsKey(Codecs.TABLE_ROLLBACK);
  }

  /** It hangs, is stopped, or EC2 has forgotten it: a while passes until it counts as gone. */
  private boolean stands(SimNode node) {
    Instance instance = node.machine().instance();
    return node.hangs()
        || instance.state() == InstanceState.STOPPED
        || simCluster.group().forgotten(instance.id());
  }

  private boolean full() {
    return simCluster.leader().filter(MemberView::noSpace).isPresent();
  }

  private boolean quorumAtPeace(long now) {
    long well =
        voters.now().stream()
            .filter(voters::awake)
            .filter(
                member ->
                    voters.home(member).filter(node -> node.disturbedUntil() < now).isPresent())
            .count();
    return !voters.now().isEmpty() && well * 2 > voters.now().size() && !voters.noneElectable();
  }
}
