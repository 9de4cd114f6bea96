package io.quorate.controller.plan.state;

import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.controller.view.ClusterView;
import io.quorate.spec.StartSettings;
import io.quorate.state.OpenCommand;
import io.quorate.state.RollOutHalt;
import java.util.Optional;

/** What a status remembers of restarts that failed. */
public final class RollOuts {
  private RollOuts() {}

  /** A halt ends once the spec asks for other settings. */
  static Optional<RollOutHalt> next(ClusterView view) {
    return view.status()
        .rollOutHalt()
        .filter(halt -> halt.settings().equals(StartSettings.of(view.spec())));
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

  private static String settings(ClusterState clusterState, OpenCommand restart) {
    CommandSlot slot = clusterState.view().slots().get(restart.executor());
    return slot != null && slot.command() instanceof RestartMember told
        ? told.settings()
        : StartSettings.of(clusterState.view().spec());
  }
}
