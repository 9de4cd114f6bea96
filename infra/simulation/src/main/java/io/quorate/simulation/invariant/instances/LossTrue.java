package io.quorate.simulation.invariant.instances;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Condition;
import io.quorate.state.JournalEntry;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * I7: a person who is told that a quorum is lost may give up disks, so that must be true whenever
 * it is written:
 *
 * <ol>
 *   <li>each instance that is named as lost is terminated, or its disk was harmed, or holds no log
 *       in the directory that its journal names: a loss of power takes a new directory that was not
 *       synced;
 *   <li>of the voters that the newest leader counted last, no quorum is on living instances with
 *       whole disks;
 *   <li>as many voters are counted as that leader counted, but for an instruction that is open, or
 *       was closed last without being done: how far it came, no controller can know; nor whether a
 *       person has just added one that never ran.
 * </ol>
 *
 * <p>What a restored table says is not judged, nor voters that went on with a disk set back.
 */
public final class LossTrue extends EventInvariant {
  private static final Pattern CLAIM =
      Pattern.compile("(\\d+) of (\\d+) voters are proven lost \\((.*?)\\):");
  private static final Pattern INSTANCE = Pattern.compile("\\bi-[A-Za-z0-9-]+");

  private final SimCluster simCluster;
  private final Voters voters;
  private boolean restored;
  private boolean closedUndone;

  public LossTrue(SimWorld world, SimCluster simCluster, Voters voters) {
    super("I7 LOSS_TRUE", world);
    this.simCluster = simCluster;
    this.voters = voters;
    world.store().onWrite(this::written);
    world.store().onReplaced(() -> restored = true);
  }

  private void written(StoreModel.Written done) {
    if (restored || voters.logsMayDiffer()) {
      return;
    }
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().sort().startsWith(Keys.JOURNAL))
        .map(item -> Codecs.JOURNAL.read(item.attributes(), item.key().toString()))
        .forEach(this::journalled);
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.status(simCluster.name())))
        .flatMap(item -> TableRecords.status(item).stream())
        .forEach(
            status ->
                status.conditions().stream()
                    .filter(condition -> condition.type() == Condition.Type.QUORUM_LOST)
                    .forEach(condition -> judge(done.by(), status, condition.message())));
  }

  private void judge(String by, Status status, String message) {
    Matcher claim = CLAIM.matcher(message);
    if (!claim.find()) {
      breaks(by + " calls a quorum lost without saying of how many voters: " + message);
      return;
    }
    Matcher named = INSTANCE.matcher(claim.group(3));
    while (named.find()) {
      if (!lost(new InstanceId(named.group()))) {
        breaks(by + " calls the voter of " + named.group() + " lost, but it is whole: " + message);
      }
    }
    Set<MemberId> truly = voters.now();
    long whole = truly.stream().filter(this::whole).count();
    if (!truly.isEmpty() && whole * 2 > truly.size()) {
      breaks(by + " calls a quorum lost, but " + whole + " of " + truly + " are whole: " + message);
    }
    long ofNodes = truly.stream().filter(member -> voters.home(member).isPresent()).count();
    int counted = Integer.parseInt(claim.group(2));
    if (!truly.isEmpty()
        && status.operation().isEmpty()
        && !closedUndone
        && (counted < ofNodes || counted > truly.size())) {
      breaks(by + " counts other voters than " + truly + ": " + message);
    }
  }

  /** By the journal: the status of an older release lacks what was decided last. */
  private void journalled(JournalEntry entry) {
    switch (entry.decision()) {
      case "CLOSE_OPERATION" -> closedUndone = !entry.reason().equals("OUTCOME_DONE");
      case "ISSUE_INSTRUCTION" -> closedUndone = false;
      default -> {}
    }
  }

  private boolean lost(InstanceId instance) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(instance))
        .allMatch(
            node ->
                terminated(node)
                    || node.machine().harmed()
                    || node.machine().destroyed()
                    || !hasLog(node));
  }

  private static boolean hasLog(SimNode node) {
    return node.machine().journalOnDisk().memberData().flatMap(data -> data.summary()).isPresent();
  }

  private boolean whole(MemberId member) {
    return voters.home(member).filter(node -> !terminated(node)).isPresent()
        && voters.diskHolds(member)
        && voters.usable(member);
  }

  private static boolean terminated(SimNode node) {
    return node.machine().instance().state() == InstanceState.TERMINATED;
  }
}
