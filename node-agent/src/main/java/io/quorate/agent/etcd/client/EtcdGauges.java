package io.quorate.agent.etcd.client;

import io.quorate.model.MemberId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The few gauges of etcd's {@code /metrics} that the peer view needs.
 *
 * @param activePeers for each other member this one has talked to, whether it is connected to it; a
 *     member that hangs stays active, since its kernel goes on accepting
 * @param receivedBytes for each other member, how many bytes of raft messages came from it; a
 *     leader hears from every living follower at each raft heartbeat
 * @param hasLeader empty when the page does not say
 * @param authRevision the revision of users and roles; empty when the page does not say
 */
public record EtcdGauges(
    Map<MemberId, Boolean> activePeers,
    Map<MemberId, Long> receivedBytes,
    Optional<Boolean> hasLeader,
    Optional<Long> authRevision) {
  private static final Pattern ACTIVE =
      Pattern.compile(
          "etcd_network_active_peers\\{[^}]*Remote=\"([0-9a-f]{1,16})\"[^}]*\\} (\\S+)");
  private static final Pattern RECEIVED =
      Pattern.compile(
          "etcd_network_peer_received_bytes_total\\{From=\"([0-9a-f]{1,16})\"\\} (\\S+)");
  private static final String HAS_LEADER = "etcd_server_has_leader ";
  private static final String AUTH_REVISION = "etcd_debugging_auth_revision ";

  public EtcdGauges {
    activePeers = Map.copyOf(activePeers);
    receivedBytes = Map.copyOf(receivedBytes);
  }

  /** Reads them out of the page. */
  public static EtcdGauges parse(String page) {
    Map<MemberId, Boolean> peers = new LinkedHashMap<>();
    Map<MemberId, Long> received = new LinkedHashMap<>();
    Optional<Boolean> leader = Optional.empty();
    Optional<Long> auth = Optional.empty();
    for (String line : page.lines().toList()) {
      Matcher active = ACTIVE.matcher(line);
      Matcher bytes = RECEIVED.matcher(line);
      if (active.matches()) {
        peers.put(MemberId.parse(active.group(1)), positive(active.group(2)));
      } else if (bytes.matches()) {
        received.put(MemberId.parse(bytes.group(1)), (long) Double.parseDouble(bytes.group(2)));
      } else if (line.startsWith(HAS_LEADER)) {
        leader = Optional.of(positive(line.substring(HAS_LEADER.length())));
      } else if (line.startsWith(AUTH_REVISION)) {
        auth = Optional.of((long) Double.parseDouble(line.substring(AUTH_REVISION.length())));
      }
    }
    return new EtcdGauges(peers, received, leader, auth);
  }

  private static boolean positive(String number) {
    return Double.parseDouble(number) > 0;
  }
}
