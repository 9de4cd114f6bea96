package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.ProcessMark;
import io.quorate.codec.JsonTree;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecTree;
import io.quorate.state.DataState;
import io.quorate.state.RevokedLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The journal's form on disk, which agents of other versions read. */
class AgentJournalCodecTest {
  static final Path GOLDEN = Path.of("src/test/resources/golden/agent-journal.json");

  @Test
  void everythingSurvivesInTheGoldenForm() throws IOException {
    AgentJournal journal = full();
    String written = JsonTree.pretty(AgentJournalCodec.write(journal));
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, written);
    }
    String golden = Files.readString(GOLDEN);
    assertThat(written)
        .as("journals on living disks have the old form: keep it readable; -Dgolden.update=true")
        .isEqualTo(golden);
    assertThat(AgentJournalCodec.read(JsonTree.read(golden, "golden"), "golden"))
        .isEqualTo(journal);
  }

  @Test
  void aJournalOfBeforeStartsWereCountedKnowsOfOne() {
    Map<String, Object> document = new LinkedHashMap<>(AgentJournalCodec.write(full()));
    document.remove("etcdStarts");
    document.remove("etcdRelease");
    document.remove("etcdSettings");

    assertThat(AgentJournalCodec.read(document, "earlier").runs())
        .isEqualTo(new MemberRuns(1, Optional.empty(), Optional.empty()));
  }

  @Test
  void aJournalOfBeforeTasksKnowsOfNone() {
    Map<String, Object> document = new LinkedHashMap<>(AgentJournalCodec.write(full()));
    document.remove("taskAttempt");
    document.remove("taskOutcome");
    document.remove("revisionSeen");

    AgentJournal read = AgentJournalCodec.read(document, "earlier");
    assertThat(read.tasks()).isEqualTo(TaskJournal.NONE);
    assertThat(read.revisionSeen()).isZero();
  }

  @Test
  void readsAJournalThatWasWrittenBeforeDamagesWereCounted() {
    Map<String, Object> document = new LinkedHashMap<>(AgentJournalCodec.write(full()));
    document.remove("damages");
    document.remove("served");

    assertThat(AgentJournalCodec.read(document, "earlier").history()).isEqualTo(DataHistory.NONE);
  }

  @Test
  void aFreshOneSurvives() {
    AgentJournal fresh = AgentJournal.fresh(Journals.NODE, "disk");
    assertThat(AgentJournalCodec.read(AgentJournalCodec.write(fresh), "fresh")).isEqualTo(fresh);
  }

  private static AgentJournal full() {
    CommandProgress progress =
        Journals.joining(Journals.serving())
            .progress()
            .orElseThrow()
            .undoing(
                "STOP_LEARNER", new CommandProgress.Undo(Outcome.Result.CANCELLED, "asked for"));
    return Journals.serving()
        .edit()
        .verdict(new DataVerdict(DataState.DAMAGED, "page 4"))
        .bootstrapRight(
            new BootstrapRight(
                Journals.SECOND, "bootstrap", 3, Optional.of(new RevokedLeases(2, 5)), true))
        .prepared(Optional.of("2-next"))
        .spec(
            ClusterSpec.defaults(
                new ClusterName("demo"), EtcdVersion.parse("3.5.30").orElseThrow()))
        .process(new ProcessMark(4711, "1790000000000"), Optional.of("inode 7"))
        .fenced(new JournalFence(Journals.SECOND, "recovery-2-n", "2-nonce", 5, 77))
        .etcdStarted(3, EtcdVersion.parse("3.5.30").orElseThrow(), Optional.of("00c0ffee"))
        .served()
        .ended(new Outcome("told-0", CommandKind.REMOVE_MEMBER, Outcome.Result.DONE, "CHECK", ""))
        .progress(progress)
        .taskBegins("task-1")
        .ended(
            new Outcome(
                "task-1",
                1,
                CommandKind.TAKE_SNAPSHOT,
                Outcome.Result.DONE,
                "taken",
                Map.of("revision", 7L)))
        .revisionSeen(1_001)
        .done();
  }

  @Test
  void whatAnotherReleaseWroteIntoTheSpecIsLeftOutAndToldOf() {
    Map<String, Object> document = withSpec(spec -> spec.put("tls", Map.of("mode", "strict")));

    assertThat(AgentJournalCodec.read(document, "later")).isEqualTo(full());
    assertThat(AgentJournalCodec.specTrouble(document, "later").orElseThrow()).contains("tls");
  }

  @Test
  void aSpecThatIsNotWholeIsNoneAndTheRestOfTheJournalIsRead() {
    Map<String, Object> document = withSpec(spec -> spec.put("title", spec.remove("name")));
    AgentJournal read = AgentJournalCodec.read(document, "later");

    assertThat(read.spec()).isEmpty();
    assertThat(read.member()).isEqualTo(full().member());
  }

  private static Map<String, Object> withSpec(Consumer<Map<String, Object>> change) {
    Map<String, Object> spec = new LinkedHashMap<>(SpecTree.of(full().spec().orElseThrow()));
    change.accept(spec);
    Map<String, Object> document = new LinkedHashMap<>(AgentJournalCodec.write(full()));
    document.put("spec", spec);
    return document;
  }
}
