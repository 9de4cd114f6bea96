package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.ListedMembers;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Composes heartbeats: numbers them, moves the state version on change, and raises attention
 *
 * <ol>
 *   <li>on a change that the controller may need, and again while things stay unsettled;
 *   <li>once when what was unsettled is settled again, and when no heartbeat was written for long:
 *       the status may still show the trouble, and nothing else wakes the controller to look.
 * </ol>
 */
public final class HeartbeatComposer {
  private static final long RAISE_AGAIN_MILLIS = 5_000;

  private final NodeDescription self;
  private final String incarnationNonce;
  private final ReportComposer reports;
  private Optional<Heartbeat> last = Optional.empty();
  private List<MemberEntry> members = List.of();
  private long raisedAt;
  private boolean raisePending;
  private String pendingReason = "";
  private Optional<String> lastUnsettled = Optional.empty();
  private long composedMillis;
  private final HeartbeatGap lateness = new HeartbeatGap();

  /** Composes for this node and this run of its agent. */
  public HeartbeatComposer(NodeDescription self, String incarnationNonce, ReportComposer reports) {
    this.self = self;
    this.incarnationNonce = incarnationNonce;
    this.reports = reports;
  }

  /**
   * Composes the next one.
   *
   * @param foreignData says so when a directory is there that no journal knows
   * @param alarm why a person or the controller should look, found outside of this
   */
  public Heartbeat next(
      AgentJournal journal,
      ProbeResult view,
      Optional<String> currentStep,
      boolean foreignData,
      Optional<String> alarm,
      Instant at,
      long nowMillis) {
    view.listing().map(ListedMembers::entries).ifPresent(entries -> members = entries);
    Heartbeat draft = draft(journal, view, currentStep, foreignData, at);
    boolean changed =
        last.filter(before -> HeartbeatProjection.of(before).equals(HeartbeatProjection.of(draft)))
            .isEmpty();
    Optional<String> unsettled = alarm.or(() -> AlertPolicy.unsettled(draft));
    long version = last.map(Heartbeat::stateVersion).orElse(0L) + (changed ? 1 : 0);
    news(changed, unsettled)
        .or(() -> lateness.at(nowMillis, at, steadyMillis(journal)))
        .ifPresent(
            what -> {
              raisePending = true;
              pendingReason = what;
            });
    lastUnsettled = unsettled;
    composedMillis = nowMillis;
    boolean again = unsettled.isPresent() && nowMillis - raisedAt >= RAISE_AGAIN_MILLIS;
    Optional<String> alert =
        raisePending || again ? Optional.of(unsettled.orElse(pendingReason)) : Optional.empty();
    if (alert.isPresent()) {
      raisedAt = nowMillis;
    }
    Heartbeat beat = numbered(draft, version, alert);
    last = Optional.of(beat);
    return beat;
  }

  private Optional<String> news(boolean changed, Optional<String> unsettled) {
    if (changed) {
      return Optional.of(unsettled.orElse("state changed"));
    }
    return unsettled.isEmpty() ? lastUnsettled.map(what -> "over: " + what) : Optional.empty();
  }

  private static long steadyMillis(AgentJournal journal) {
    return journal.spec().map(spec -> spec.timings().heartbeatSteady().toMillis()).orElse(0L);
  }

  /** The latest one was written: its attention need not be raised again for the same change. */
  public void written() {
    raisePending = false;
    last.ifPresent(beat -> lateness.written(composedMillis, beat.at()));
  }

  private Heartbeat draft(
      AgentJournal journal,
      ProbeResult view,
      Optional<String> currentStep,
      boolean foreignData,
      Instant at) {
    return new Heartbeat(
        self.cluster(),
        self.instance(),
        self.zone(),
        self.endpoints(),
        self.agentVersion(),
        new AgentIncarnation(journal.diskId(), journal.incarnationCount(), incarnationNonce),
        0,
        0,
        journal.member().map(JournalMember::identity),
        data(journal, view, foreignData),
        journal.member().map(JournalMember::watermark).orElse(Watermark.NONE),
        view.process(),
        view.lastExit(),
        view.runs(),
        view.status(),
        view.listing().isPresent(),
        view.status().isPresent() ? members : List.of(),
        view.peers(),
        journal.seenGeneration(),
        journal.seenToken(),
        journal.outcome(),
        currentStep,
        Optional.empty(),
        reports.of(journal, view),
        at);
  }

  private static DataState data(AgentJournal journal, ProbeResult view, boolean foreignData) {
    if (journal.member().isEmpty()) {
      return foreignData ? DataState.FOREIGN : DataState.NONE;
    }
    return journal.verdict().or(view::verdict).map(DataVerdict::state).orElse(DataState.INTACT);
  }

  private Heartbeat numbered(Heartbeat d, long version, Optional<String> alert) {
    return new Heartbeat(
        d.cluster(),
        d.instance(),
        d.zone(),
        d.endpoints(),
        d.agentVersion(),
        d.boot(),
        last.map(Heartbeat::sequence).orElse(0L) + 1,
        version,
        d.identity(),
        d.data(),
        d.watermark(),
        d.process(),
        d.lastExit(),
        d.runs(),
        d.status(),
        d.quorumProven(),
        d.members(),
        d.peers(),
        d.seenGeneration(),
        d.seenToken(),
        d.outcome(),
        d.currentStep(),
        alert,
        d.report(),
        d.at());
  }
}
