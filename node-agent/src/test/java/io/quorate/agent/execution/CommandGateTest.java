package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which instruction may have an effect (I4). */
class CommandGateTest {
  @Test
  @Guards("CommandGate.Accept")
  void theNewestIsAccepted() {
    assertThat(check(header(Journals.NODE, Journals.UID, 2, 20)))
        .isInstanceOf(CommandGate.Accept.class);
    assertThat(check(header(Journals.NODE, Journals.UID, 3, 21)))
        .isInstanceOf(CommandGate.Accept.class);
  }

  @Test
  @Guards({"CommandGate.Refuse", "CommandGate#4"})
  void anOlderTokenIsRefused() {
    assertThat(check(header(Journals.NODE, Journals.UID, 2, 19)))
        .isEqualTo(new CommandGate.Refuse("token 19 is older than 20"));
  }

  @Test
  @Guards("CommandGate#3")
  void anOlderGenerationIsRefused() {
    assertThat(check(header(Journals.NODE, Journals.UID, 1, 20)))
        .isEqualTo(new CommandGate.Refuse("generation 1 is older than 2"));
  }

  @Test
  @Guards("CommandGate#2")
  void anotherUidIsRefused() {
    assertThat(check(header(Journals.NODE, new ClusterUid("other"), 2, 20)))
        .isInstanceOf(CommandGate.Refuse.class);
  }

  @Test
  void aNodeWithoutUidGoesByTheRecords() {
    AgentJournal fresh = AgentJournal.fresh(Journals.NODE, "disk");
    CommandSlot slot = Journals.slot();
    assertThat(CommandGate.check(fresh, Journals.UID, slot)).isInstanceOf(CommandGate.Accept.class);
    assertThat(CommandGate.check(fresh, new ClusterUid("other"), slot))
        .isInstanceOf(CommandGate.Refuse.class);
  }

  @Test
  @Guards("CommandGate#1")
  void anotherExecutorsIsRefused() {
    assertThat(check(header(new InstanceId("i-2"), Journals.UID, 2, 20)))
        .isInstanceOf(CommandGate.Refuse.class);
  }

  @Test
  @Guards("CommandGate.Ignore")
  void oneThatEndedHereIsIgnored() {
    AgentJournal ended =
        Journals.serving()
            .edit()
            .ended(new Outcome("told", CommandKind.JOIN, Outcome.Result.DONE, "CONFIRM", ""))
            .done();
    assertThat(CommandGate.check(ended, Journals.UID, Journals.slot()))
        .isInstanceOf(CommandGate.Ignore.class);
  }

  @Test
  @Guards("CommandGate.Ignore")
  void aClosedSlotIsIgnored() {
    CommandSlot closed = Journals.slot().in(CommandSlot.State.CLOSED);
    assertThat(CommandGate.check(Journals.serving(), Journals.UID, closed))
        .isInstanceOf(CommandGate.Ignore.class);
  }

  @Test
  @Guards({"RecordCheck#6", "RecordCheck#7"})
  void aStaleRecordIsNeverObeyed() {
    AgentJournal journal = Journals.serving();
    assertThat(RecordCheck.stale(journal, Journals.lineage(Journals.UID, 2))).isEmpty();
    assertThat(RecordCheck.stale(journal, Journals.lineage(Journals.UID, 3))).isEmpty();
    assertThat(RecordCheck.stale(journal, Journals.lineage(Journals.UID, 1))).isPresent();
    assertThat(RecordCheck.stale(journal, Journals.lineage(new ClusterUid("other"), 2)))
        .isPresent();
    assertThat(RecordCheck.stale(journal, Optional.empty())).isPresent();
    assertThat(RecordCheck.stale(AgentJournal.fresh(Journals.NODE, "disk"), Optional.empty()))
        .isEmpty();
  }

  private static CommandGate check(CommandHeader header) {
    return CommandGate.check(Journals.serving(), Journals.UID, Journals.slot(header));
  }

  private static CommandHeader header(
      InstanceId executor, ClusterUid uid, long generation, long token) {
    return new CommandHeader(
        "told", executor, uid, new Generation(generation), new FencingToken(token), Instant.EPOCH);
  }
}
