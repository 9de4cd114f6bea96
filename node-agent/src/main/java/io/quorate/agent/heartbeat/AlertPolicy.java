package io.quorate.agent.heartbeat;

import io.quorate.state.AccessRefused;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import java.util.Optional;

/** Why the controller should look at a node, and whether anything is unsettled on it. */
public final class AlertPolicy {
  private AlertPolicy() {}

  /** What is wrong or under way; empty while all is settled. */
  public static Optional<String> unsettled(Heartbeat beat) {
    if (beat.data().unusable()) {
      return Optional.of("data " + beat.data());
    }
    if (beat.identity().isEmpty()) {
      return Optional.of("no member on this disk");
    }
    if (beat.currentStep().isPresent()) {
      return beat.currentStep();
    }
    if (beat.process() != ProcessState.ANSWERING) {
      return Optional.of("etcd " + beat.process());
    }
    Optional<AccessRefused> refused = beat.report().accessRefused();
    if (refused.isPresent() && !beat.serving()) {
      return refused
          .filter(it -> !it.quorumProven())
          .map(it -> "etcd refuses the agent, and no quorum proven");
    }
    if (beat.status().flatMap(MemberStatus::leader).isEmpty()) {
      return Optional.of("no leader");
    }
    if (!beat.quorumProven()) {
      return Optional.of("no quorum proven");
    }
    if (beat.report().closed()) {
      return Optional.of("etcd is closed to clients until access control is on");
    }
    return beat.peers().stream()
        .filter(peer -> !peer.answering())
        .map(PeerView::id)
        .findFirst()
        .map(id -> "member " + id + " does not answer");
  }
}
