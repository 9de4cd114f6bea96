package io.quorate.cli.access;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Roster;
import java.util.List;

/** Where clients reach a cluster. */
final class ClientAccess {
  private ClientAccess() {}

  /** The client URLs of the members that serve; fails where none does. */
  static List<String> endpoints(ClusterSummary summary) {
    List<String> urls =
        Roster.of(summary).lines().stream()
            .filter(MemberLine::serving)
            .flatMap(line -> line.heartbeat().stream())
            .map(node -> node.endpoints().clientUrl())
            .sorted()
            .toList();
    if (urls.isEmpty()) {
      throw new CommandFailure(
          CommandExitCode.NOT_HEALTHY,
          "no member of '"
              + summary.cluster()
              + "' is seen to serve: quorate status "
              + summary.cluster()
              + " tells why");
    }
    return urls;
  }
}
