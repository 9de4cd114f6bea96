package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.NodeTls;
import io.quorate.agent.port.Reply;
import java.util.Optional;
import java.util.Set;

/** Composers of heartbeats of agents that carry out no tasks. */
final class Composers {
  private Composers() {}

  static HeartbeatComposer of(NodeDescription self, String incarnationNonce) {
    return new HeartbeatComposer(
        self,
        incarnationNonce,
        new ReportComposer(
            Set.of(),
            Set.of(),
            Optional::empty,
            journal -> Optional.empty(),
            journal -> Optional.empty(),
            NodeTls.NONE,
            Optional::empty,
            new SpaceView(Optional::empty),
            Optional::empty,
            new AuthWatch(() -> new Reply.Unknown<>("no etcd"), () -> 0),
            () -> false));
  }
}
