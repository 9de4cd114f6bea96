package io.quorate.controller.plan.rollout;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import java.util.Optional;
import java.util.Set;

/** Nodes by the etcd that they run and have, and what a turn tells them. */
final class RollOutFixture {
  private static final NodeReport KNOWS =
      NodeReport.NOTHING.knowing(
          Set.of(
              CommandKind.RESTART_MEMBER.name(),
              CommandKind.PREPARE_RELEASE.name(),
              RestartMember.LINES_ABILITY));

  private RollOutFixture() {}

  static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  /** It runs what is installed, with the settings of the spec, and has these releases besides. */
  static void runs(
      ClusterFixture fixture, NodeFixture node, EtcdVersion installed, Set<EtcdVersion> prepared) {
    node.report = KNOWS;
    node.version = installed.toString();
    node.runs =
        new EtcdRuns(
            Optional.of(installed),
            1,
            Optional.empty(),
            Optional.of(StartSettings.of(fixture.spec)),
            prepared);
  }

  /** The command that the next turn gives out. */
  static Optional<Command> told(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof StartCommand issued
        ? Optional.of(issued.command())
        : Optional.empty();
  }
}
