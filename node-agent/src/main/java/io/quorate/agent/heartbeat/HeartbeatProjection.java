package io.quorate.agent.heartbeat;

import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What of a heartbeat makes {@code stateVersion} grow: everything but counters, sizes, indexes and
 * times. This is the one place that says so.
 */
public final class HeartbeatProjection {
  private HeartbeatProjection() {}

  /** The part whose change counts, as a value to compare. */
  public static List<Object> of(Heartbeat beat) {
    return List.of(
        beat.endpoints(),
        beat.boot(),
        beat.identity(),
        beat.data(),
        beat.process(),
        beat.lastExit(),
        beat.runs(),
        beat.status().map(HeartbeatProjection::status).orElse(List.of()),
        beat.quorumProven(),
        beat.members().stream().collect(Collectors.toMap(MemberEntry::id, entry -> entry)),
        beat.peers().stream().collect(Collectors.toMap(PeerView::id, HeartbeatProjection::peer)),
        beat.seenGeneration(),
        beat.seenToken(),
        beat.outcome(),
        report(beat.report()));
  }

  private static List<Object> report(NodeReport report) {
    return List.of(
        report.kinds(),
        report.holds(),
        report.hibernating(),
        report.fenced(),
        report.taskOutcome(),
        report.interruption(),
        report.publicKey(),
        report.ownCertificates(),
        report.accessRefused(),
        report.authRevision(),
        report.closed());
  }

  private static List<Object> status(MemberStatus status) {
    Optional<MemberId> leader = status.leader();
    return List.of(
        status.memberId(),
        status.clusterId(),
        leader,
        status.learner(),
        status.version(),
        status.alarms());
  }

  private static List<Object> peer(PeerView peer) {
    return List.of(peer.answering(), peer.connected(), peer.contact());
  }
}
