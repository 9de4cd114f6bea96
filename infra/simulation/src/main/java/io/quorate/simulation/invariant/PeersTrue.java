package io.quorate.simulation.invariant;

import io.quorate.simulation.node.EtcdLooks;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.state.Heartbeat;
import io.quorate.state.PeerView;

/**
 * I7: what a heartbeat says of another member's silence is what its agent saw. Hung nodes are
 * terminated on it:
 *
 * <ol>
 *   <li>a member that answered this agent is not said to be silent for longer than since then;
 *   <li>one that is said to answer did so a moment ago. A node that stood still in between cannot
 *       know how old its knowledge is.
 * </ol>
 *
 * <p>An answer counts that a look for a heartbeat got. A step looks at the other members, too, and
 * may be answered in the two seconds in which such a look, begun just before, still waits: the
 * heartbeat that follows cannot know that. So a step's answer counts only where it came before.
 */
final class PeersTrue extends RowInvariant {
  private static final long MOMENT_MILLIS = 15_000;

  /** One round of calls, and the time from a look to the heartbeat that tells of it. */
  private static final long SLACK_MILLIS = 6_000;

  PeersTrue(SimWorld world, SimCluster simCluster) {
    super("I7 PEERS_TRUE", world, simCluster);
  }

  @Override
  void judge(Heartbeat row, long sentAt) {
    node(row.instance()).ifPresent(node -> judge(row, node, sentAt));
  }

  private void judge(Heartbeat row, SimNode node, long sentAt) {
    boolean steady = node.disturbedUntil() < sentAt - MOMENT_MILLIS;
    EtcdLooks looks = node.machine().etcdLooks();
    for (PeerView peer : row.peers()) {
      long since =
          looks
              .peerAnsweredAt(peer.id(), sentAt - SLACK_MILLIS)
              .map(at -> sentAt - at)
              .orElse(Long.MAX_VALUE);
      if (since >= 0 && since != Long.MAX_VALUE && peer.silentMillis() > since + SLACK_MILLIS) {
        breaks(
            "%s reports that %s is silent for %d ms, but it answered %d ms before"
                .formatted(row.instance(), peer.id(), peer.silentMillis(), since));
      }
      if (steady && peer.silentMillis() == 0 && since > MOMENT_MILLIS) {
        breaks(
            "%s reports that %s answers, but it last did so %s"
                .formatted(
                    row.instance(),
                    peer.id(),
                    since == Long.MAX_VALUE ? "never" : since + " ms before"));
      }
    }
  }
}
