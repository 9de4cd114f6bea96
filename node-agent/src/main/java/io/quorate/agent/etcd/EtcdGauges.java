package io.quorate.agent.etcd;

import io.quorate.model.MemberId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The few gauges of etcd's {@code /metrics} that the peer view needs.
 *
 * @param activePeers for each other member this one has talked to, whether it is connected to it
 * @param hasLeader empty when the page does not say
 */
public record EtcdGauges(Map<MemberId, Boolean> activePeers, Optional<Boolean> hasLeader) {
  private static final Pattern ACTIVE =
      Pattern.compile(
          "etcd_network_active_peers\\{[^}]*Remote=\"([0-9a-f]{1,16})\"[^}]*\\} (\\S+)");
  private static final String HAS_LEADER = "etcd_server_has_leader ";

  /** Copies the map. */
  public EtcdGauges {
    activePeers = Map.copyOf(activePeers);
  }

  /** Reads them out of the page. */
  public static EtcdGauges parse(String page) {
    Map<MemberId, Boolean> peers = new LinkedHashMap<>();
    Optional<Boolean> leader = Optional.empty();
    for (String line : page.lines().toList()) {
      Matcher active = ACTIVE.matcher(line);
      if (active.matches()) {
        peers.put(MemberId.parse(active.group(1)), positive(active.group(2)));
      } else if (line.startsWith(HAS_LEADER)) {
        leader = Optional.of(positive(line.substring(HAS_LEADER.length())));
      }
    }
    return new EtcdGauges(peers, leader);
  }

  private static boolean positive(String number) {
    return Double.parseDouble(number) > 0;
  }
}
