package io.quorate.cli.render;

import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Roster;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeSpace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The table of members and nodes. */
final class MemberTable {
  private static final String ABSENT = "—";
  private static final List<String> HEADER =
      List.of(
          "INSTANCE",
          "MEMBER",
          "ROLE",
          "ZONE",
          "ADDRESS",
          "STATE",
          "REVISION",
          "LAG",
          "DB SIZE",
          "SEEN*");

  private static final List<String> WIDE =
      List.of("AGENT", "ETCD", "STARTS", "IN USE", "QUOTA", "DISK FREE", "TERM", "RAFT INDEX");

  private MemberTable() {}

  /** Each after this indent; a wide one also has versions and raft positions. */
  static List<String> lines(Roster roster, Instant now, String indent, boolean wide) {
    TextTable table =
        new TextTable(
            wide ? joined(HEADER, WIDE) : HEADER,
            Set.of(
                "REVISION",
                "LAG",
                "DB SIZE",
                "IN USE",
                "QUOTA",
                "DISK FREE",
                "TERM",
                "RAFT INDEX",
                "STARTS"));
    roster
        .lines()
        .forEach(line -> table.row(wide ? joined(cells(line, now), wide(line)) : cells(line, now)));
    List<String> lines = new ArrayList<>(table.lines(indent));
    lines.add(
        indent
            + "* age of the last heartbeat by the node's own clock, and its number; for people"
            + " only");
    return lines;
  }

  private static List<String> joined(List<String> first, List<String> then) {
    return Stream.concat(first.stream(), then.stream()).toList();
  }

  private static List<String> wide(MemberLine line) {
    Optional<Heartbeat> node = line.heartbeat();
    Optional<MemberStatus> status = node.flatMap(Heartbeat::status);
    Optional<NodeSpace> space = node.flatMap(there -> there.report().space());
    return List.of(
        node.map(Heartbeat::agentVersion).orElse(ABSENT),
        status.map(MemberStatus::version).orElse(ABSENT),
        node.map(there -> Long.toString(there.runs().starts())).orElse(ABSENT),
        status.map(s -> Words.bytes(s.dbInUseBytes())).orElse(ABSENT),
        space
            .map(NodeSpace::quotaBytes)
            .filter(quota -> quota > 0)
            .map(Words::bytes)
            .orElse(ABSENT),
        space.map(room -> Words.bytes(room.freeBytes())).orElse(ABSENT),
        status.map(s -> Long.toString(s.raftTerm())).orElse(ABSENT),
        status.map(s -> Long.toString(s.raftIndex())).orElse(ABSENT));
  }

  private static List<String> cells(MemberLine line, Instant now) {
    Optional<Heartbeat> node = line.heartbeat();
    Optional<MemberStatus> status = node.flatMap(Heartbeat::status);
    return List.of(
        line.instance().map(Object::toString).orElse("(unstarted)"),
        line.member().map(Object::toString).orElse(ABSENT),
        line.role().word(),
        node.map(Heartbeat::zone).orElse(ABSENT),
        node.map(there -> host(there.endpoints().clientUrl())).orElse(ABSENT),
        Words.state(line),
        status.map(s -> Long.toString(s.revision())).orElse(ABSENT),
        line.lag().map(Object::toString).orElse(ABSENT),
        status.map(s -> Words.bytes(s.dbSizeBytes())).orElse(ABSENT),
        node.map(there -> seen(there, now)).orElse("never"));
  }

  private static String seen(Heartbeat node, Instant now) {
    return Words.age(node.at(), now) + " #" + node.sequence();
  }

  /** What follows the scheme; the port too unless it is etcd's usual one. */
  private static String host(String url) {
    String address = url.substring(url.indexOf("//") < 0 ? 0 : url.indexOf("//") + 2);
    return address.endsWith(":2379") ? address.substring(0, address.length() - 5) : address;
  }
}
