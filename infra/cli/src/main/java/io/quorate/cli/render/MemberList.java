package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.Roster;
import io.quorate.codec.Tree;
import java.util.Map;

/** The members and nodes of one cluster, alone. */
public final class MemberList {
  private MemberList() {}

  /** As a table for people. */
  public static String text(ClusterSummary summary, boolean wide) {
    Roster roster = Roster.of(summary);
    return roster.lines().isEmpty()
        ? "no node of '" + summary.cluster() + "' has registered\n"
        : String.join("\n", MemberTable.lines(roster, summary.readAt(), "", wide)) + "\n";
  }

  /** As a tree for programs, named as in the status. */
  public static Map<String, Object> json(ClusterSummary summary) {
    Roster roster = Roster.of(summary);
    return Tree.builder()
        .with("cluster", summary.cluster())
        .with("membersCurrent", roster.current())
        .with("members", roster.lines().stream().map(StatusJson::member).toList())
        .build();
  }
}
