package io.quorate.controller.plan.outdated;

import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import io.quorate.state.OpenCommand;
import io.quorate.state.RollOutHalt;
import io.quorate.state.Status;
import java.util.Optional;

/** What a status remembers of restarts that failed. */
public final class RollOuts {
  private static final String RELEASE = " etcd ";

  private RollOuts() {}

  /** A halt ends once the spec asks for other settings. */
  public static Status next(ClusterView view, Status status) {
    return status.withRollOutHalt(status.rollOutHalt().filter(halt -> concerns(halt, view.spec())));
  }

  /** Whether a halt is about what this spec asks for. */
  static boolean concerns(RollOutHalt halt, ClusterSpec spec) {
    String settings = StartSettings.of(spec);
    return halt.settings().equals(settings)
        || halt.settings().equals(with(settings, spec.etcd().version()));
  }

  /** Whether a halt is about another release, rather than other settings. */
  public static boolean ofRelease(RollOutHalt halt) {
    return halt.settings().contains(RELEASE);
  }

  private static String with(String settings, EtcdVersion release) {
    return settings + RELEASE + release;
  }

  /** After a restart: whatever it did but succeed, nobody else tries the same. */
  public static Optional<RollOutHalt> after(
      ClusterState clusterState, OpenCommand restart, Optional<Outcome> outcome) {
    return outcome
        .filter(ended -> ended.result() != Outcome.Result.DONE)
        .map(
            ended ->
                new RollOutHalt(
                    restart.executor(),
                    settings(clusterState, restart),
                    ended.step() + ": " + ended.detail(),
                    clusterState.view().observedAt()));
  }

  /** After a release could not restore and serve a snapshot: no member changes to it. */
  public static RollOutHalt refused(
      ClusterState clusterState,
      EtcdVersion release,
      InstanceId by,
      SnapshotId snapshot,
      String because) {
    return new RollOutHalt(
        by,
        with(StartSettings.of(clusterState.view().spec()), release),
        because,
        clusterState.view().observedAt(),
        Optional.of(snapshot));
  }

  /** What a halt is about, for people. */
  static String words(RollOutHalt halt) {
    return halt.snapshot()
        .map(snapshot -> "the release of the spec cannot restore and serve snapshot " + snapshot)
        .orElseGet(() -> "the member on " + halt.instance() + " did not come back");
  }

  /** The release that an open restart is to bring. */
  public static Optional<EtcdVersion> release(ClusterState clusterState, OpenCommand restart) {
    return told(clusterState, restart).flatMap(RestartMember::release);
  }

  private static String settings(ClusterState clusterState, OpenCommand restart) {
    return told(clusterState, restart)
        .map(told -> told.release().map(to -> with(told.settings(), to)).orElse(told.settings()))
        .orElseGet(() -> StartSettings.of(clusterState.view().spec()));
  }

  private static Optional<RestartMember> told(ClusterState clusterState, OpenCommand restart) {
    CommandSlot slot = clusterState.view().slots().get(restart.executor());
    return slot != null && slot.command() instanceof RestartMember told
        ? Optional.of(told)
        : Optional.empty();
  }
}
