package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Snapshots of an agent at telling moments. */
public final class Snapshots {
  private Snapshots() {}

  /** Of one whose loop came round at that time. */
  public static AgentSnapshot of(long tickMillis, Optional<String> unready) {
    return new AgentSnapshot(
        tickMillis,
        unready,
        DataState.INTACT,
        ProcessState.ANSWERING,
        new AgentSnapshot.EtcdView(Optional.empty(), false, Optional.empty(), 0),
        own(tickMillis),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private static AgentSnapshot.OwnView own(long loopAgeMillis) {
    return new AgentSnapshot.OwnView(Optional.of(CommandKind.JOIN), 3, false, 1_500, loopAgeMillis);
  }

  /** What a member that leads, and has an alarm, tells of itself. */
  public static MemberStatus leader() {
    MemberId self = new MemberId(7);
    return new MemberStatus(
        self,
        new EtcdClusterId(9),
        Optional.of(self),
        false,
        42,
        2,
        100,
        99,
        4096,
        2048,
        "3.5.30",
        List.of("NOSPACE"));
  }

  /** Of one that has counted something of everything. */
  public static AgentSnapshot busy() {
    return new AgentSnapshot(
        0,
        Optional.empty(),
        DataState.INTACT,
        ProcessState.ANSWERING,
        new AgentSnapshot.EtcdView(
            Optional.of(leader()), true, Optional.of(new AgentSnapshot.Listed(3, 1)), 1),
        own(0),
        Map.of("ok", 7L),
        Map.of("crashed", 2L),
        Map.of(new AgentSnapshot.Step(CommandKind.JOIN, "ADD_LEARNER", Outcome.Result.DONE), 1L),
        Map.of("peer", Instant.EPOCH.plusSeconds(60)));
  }
}
