package io.quorate.simulation.invariant.records;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * I11: no voter runs twice at a time, and none starts on a log that ends before the one it has
 * acknowledged. A whole disk rolled back can be told only by the store: while that does not answer
 * its node reliably, or if its rows were set back since the voter ran, such a start is not judged.
 * An etcd that joins may be told its former, removed id by a peer that just thawed: it has to be
 * given up within moments, and to neither vote nor acknowledge anything till then (ADR 11).
 */
public final class BornOnce implements Invariant {
  private record End(long term, long index) {
    boolean before(End other) {
      return term < other.term || (term == other.term && index < other.index);
    }
  }

  private static final long GIVEN_UP_MILLIS = 10_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Map<ModelProcess, Long> strays = new WeakHashMap<>();
  private final Map<MemberId, End> ends = new HashMap<>();
  private final Map<MemberId, Long> ran = new HashMap<>();
  private final Set<MemberId> everVoted = new HashSet<>();
  private final Set<ModelProcess> known = Collections.newSetFromMap(new WeakHashMap<>());
  private long rowsSetBack = -1;

  public BornOnce(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    world.store().onReplaced(() -> rowsSetBack = world.scheduler().now());
  }

  @Override
  public String name() {
    return "I11 BORN_ONCE";
  }

  @Override
  public Optional<String> broken() {
    Set<MemberId> running = new HashSet<>();
    everVoted.addAll(voters.now());
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<ModelProcess> process = node.machine().etcd();
      Optional<MemberView> memberView = process.flatMap(ModelProcess::memberView);
      if (memberView.isEmpty()) {
        continue;
      }
      MemberId member = memberView.get().member();
      End end = new End(memberView.get().lastTerm(), memberView.get().lastIndex());
      String where = node.machine().instance().id().value();
      if (!running.add(member)) {
        return Optional.of("member " + member + " runs twice, once on " + where);
      }
      End before = ends.put(member, end);
      Long ranBefore = ran.put(member, world.scheduler().now());
      boolean older =
          known.add(process.get())
              && before != null
              && end.before(before)
              && everVoted.contains(member);
      if (older && node.rolledBack() && untold(node, ranBefore)) {
        voters.forgotten();
      } else if (older && end.index() == 0 && !voters.now().contains(member)) {
        strays.put(process.get(), world.scheduler().now());
      } else if (older || counts(process.get(), memberView.get()) || stays(process.get(), node)) {
        return Optional.of(
            "voter "
                + member
                + (older ? " starts on " : " votes, acknowledges or stays on ")
                + where
                + " with a log to "
                + end
                + ", had "
                + before);
      }
    }
    return Optional.empty();
  }

  private boolean untold(SimNode node, long ranBefore) {
    return rowsSetBack >= ranBefore || !world.storeAnswers(node.machine().instance().id());
  }

  /** A stray may give no vote, and take no entry, for either counts. */
  private boolean counts(ModelProcess process, MemberView memberView) {
    return strays.containsKey(process) && (memberView.voted() || memberView.lastIndex() > 0);
  }

  private boolean stays(ModelProcess process, SimNode node) {
    Long since = strays.get(process);
    return since != null
        && Math.max(since, node.disturbedUntil()) + GIVEN_UP_MILLIS < world.scheduler().now();
  }
}
