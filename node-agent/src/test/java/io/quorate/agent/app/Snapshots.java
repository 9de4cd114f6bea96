package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
        OptionalLong.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  /** Of one that has counted something of everything. */
  public static AgentSnapshot busy() {
    return new AgentSnapshot(
        0,
        Optional.empty(),
        DataState.INTACT,
        ProcessState.ANSWERING,
        OptionalLong.of(42),
        Map.of("ok", 7L),
        Map.of("crashed", 2L),
        Map.of(
            new AgentSnapshot.Step(InstructionKind.JOIN, "ADD_LEARNER", Outcome.Result.DONE), 1L),
        Map.of("peer", Instant.EPOCH.plusSeconds(60)));
  }
}
