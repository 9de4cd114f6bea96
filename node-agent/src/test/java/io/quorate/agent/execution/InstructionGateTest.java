package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which instruction may have an effect (I4). */
class InstructionGateTest {
  @Test
  @Guards("InstructionGate.Accept")
  void theNewestIsAccepted() {
    assertThat(check(header(Journals.NODE, Journals.UID, 2, 20)))
        .isInstanceOf(InstructionGate.Accept.class);
    assertThat(check(header(Journals.NODE, Journals.UID, 3, 21)))
        .isInstanceOf(InstructionGate.Accept.class);
  }

  @Test
  @Guards({"InstructionGate.Refuse", "InstructionGate#4"})
  void anOlderTokenIsRefused() {
    assertThat(check(header(Journals.NODE, Journals.UID, 2, 19)))
        .isEqualTo(new InstructionGate.Refuse("token 19 is older than 20"));
  }

  @Test
  @Guards("InstructionGate#3")
  void anOlderGenerationIsRefused() {
    assertThat(check(header(Journals.NODE, Journals.UID, 1, 20)))
        .isEqualTo(new InstructionGate.Refuse("generation 1 is older than 2"));
  }

  @Test
  @Guards("InstructionGate#2")
  void anotherUidIsRefused() {
    assertThat(check(header(Journals.NODE, new ClusterUid("other"), 2, 20)))
        .isInstanceOf(InstructionGate.Refuse.class);
  }

  @Test
  void aNodeWithoutUidGoesByTheRecords() {
    AgentJournal fresh = AgentJournal.fresh(Journals.NODE, "disk");
    InstructionSlot slot = Journals.slot();
    assertThat(InstructionGate.check(fresh, Journals.UID, slot))
        .isInstanceOf(InstructionGate.Accept.class);
    assertThat(InstructionGate.check(fresh, new ClusterUid("other"), slot))
        .isInstanceOf(InstructionGate.Refuse.class);
  }

  @Test
  @Guards("InstructionGate#1")
  void anotherExecutorsIsRefused() {
    assertThat(check(header(new InstanceId("i-2"), Journals.UID, 2, 20)))
        .isInstanceOf(InstructionGate.Refuse.class);
  }

  @Test
  @Guards("InstructionGate.Ignore")
  void oneThatEndedHereIsIgnored() {
    AgentJournal ended =
        Journals.serving()
            .edit()
            .ended(new Outcome("told", InstructionKind.JOIN, Outcome.Result.DONE, "CONFIRM", ""))
            .done();
    assertThat(InstructionGate.check(ended, Journals.UID, Journals.slot()))
        .isInstanceOf(InstructionGate.Ignore.class);
  }

  @Test
  @Guards("InstructionGate.Ignore")
  void aClosedSlotIsIgnored() {
    InstructionSlot closed = Journals.slot().in(InstructionSlot.State.CLOSED);
    assertThat(InstructionGate.check(Journals.serving(), Journals.UID, closed))
        .isInstanceOf(InstructionGate.Ignore.class);
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

  private static InstructionGate check(InstructionHeader header) {
    return InstructionGate.check(Journals.serving(), Journals.UID, Journals.slot(header));
  }

  private static InstructionHeader header(
      InstanceId executor, ClusterUid uid, long generation, long token) {
    return new InstructionHeader(
        "told", executor, uid, new Generation(generation), new FencingToken(token), Instant.EPOCH);
  }
}
