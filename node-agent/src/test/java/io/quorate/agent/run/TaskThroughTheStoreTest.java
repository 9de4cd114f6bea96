package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.steps.StepWorld;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.FencingToken;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A task from its slot in the table to its outcome in the node's row. */
class TaskThroughTheStoreTest extends LoopsOverModel {
  private final OneTask task = new OneTask();

  private AgentLoops serving() {
    commitBootstrap();
    AgentLoops loops =
        boot(world.ports(), store, world.ports().etcd(), VERSION, task.programs, task.worker);
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    return loops;
  }

  private void tell(Map<String, Object> attributes) {
    store.write(
        new Write.Put(
            new Item(
                Keys.command(StepWorld.SELF.cluster(), Lane.MAINTENANCE, StepWorld.SELF.instance()),
                attributes),
            Expect.anything()));
  }

  @Test
  void theRowTellsKindsProgressAndOutcome() {
    AgentLoops loops = serving();
    assertThat(row().orElseThrow().report().kinds())
        .containsExactlyInAnyOrder(
            "LEAVE",
            "RESTART_MEMBER",
            "RESTART_ANEW",
            "RESTART_ACROSS_LINES",
            "SET_PEER_URL",
            "TAKE_SNAPSHOT");
    tell(CommandCodec.write(OneTask.slot()));
    until(loops, beat -> beat.report().taskProgress().isPresent());
    assertThat(row().orElseThrow().report().taskProgress()).contains("TAKE_SNAPSHOT: begun");

    task.work().orElseThrow().run();

    Heartbeat beat = until(loops, row -> row.report().taskOutcome().isPresent());
    assertThat(beat.report().taskOutcome())
        .contains(
            new Outcome(
                "task-1",
                1,
                CommandKind.TAKE_SNAPSHOT,
                Outcome.Result.DONE,
                "taken",
                Map.of("revision", 7L)));
    assertThat(beat.report().taskProgress()).isEmpty();
    assertThat(beat.seenToken()).isEqualTo(new FencingToken(7));
    assertThat(beat.report().revisionSeen())
        .isEqualTo(beat.status().map(MemberStatus::revision).orElseThrow());
  }

  @Test
  void aTaskThatCannotBeReadHidesNothingElse() {
    AgentLoops loops = serving();
    Map<String, Object> later = new HashMap<>(CommandCodec.write(OneTask.slot()));
    later.put("kind", "ADDED_LATER");
    tell(later);

    long before = row().orElseThrow().sequence();
    Heartbeat beat = until(loops, row -> row.sequence() > before + 2);

    assertThat(beat.serving()).isTrue();
    assertThat(beat.report().taskOutcome()).isEmpty();
    assertThat(loops.snapshot().heartbeats()).doesNotContainKey("failed");
  }
}
