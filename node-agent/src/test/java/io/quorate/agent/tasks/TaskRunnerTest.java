package io.quorate.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.JournalDisk;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TaskRunnerTest {
  private static final long DEADLINE = 60_000;
  private static final SnapshotId ID = SnapshotId.of(Instant.EPOCH, Journals.SECOND, 1);

  private final Disk disk = new Disk();
  private final ByHand hands = new ByHand();
  private JournalStore journal = JournalStore.open(disk, Journals.serving());
  private Runnable look = () -> {};
  private TaskRunner runner = runner();
  private Optional<CommandSlot> instruction = Optional.empty();
  private long now;

  /** A disk that keeps the document, and may be full. */
  private static final class Disk implements JournalDisk {
    private Optional<Map<String, Object>> saved = Optional.empty();
    private boolean full;

    @Override
    public Optional<Map<String, Object>> load() {
      return saved;
    }

    @Override
    public void save(Map<String, Object> document) {
      if (full) {
        throw new UncheckedIOException(new java.io.IOException("No space left on device"));
      }
      saved = Optional.of(document);
    }
  }

  /** Programs and worker in one: a task works until the test ends it. */
  private static final class ByHand implements TaskPrograms, TaskWorker {
    private Optional<Runnable> work = Optional.empty();
    private Optional<TaskRun> run = Optional.empty();
    private TaskResult next = new TaskResult.Done("", Map.of());
    private boolean interrupted;

    @Override
    public Set<CommandKind> kinds() {
      return Set.of(CommandKind.TAKE_SNAPSHOT);
    }

    @Override
    public TaskResult run(TaskRun told) throws InterruptedException {
      run = Optional.of(told);
      if (interrupted) {
        throw new InterruptedException("as asked");
      }
      return next;
    }

    @Override
    public void start(String name, Runnable what) {
      assertThat(work).isEmpty();
      work = Optional.of(what);
    }

    @Override
    public void interrupt() {
      interrupted = true;
    }

    void ends(TaskResult how) {
      next = how;
      Runnable what = work.orElseThrow();
      work = Optional.empty();
      what.run();
      interrupted = false;
    }
  }

  private TaskRunner runner() {
    return new TaskRunner(journal, hands, hands, () -> look.run());
  }

  private static CommandHeader header(String id, long token) {
    return new CommandHeader(
        id, Journals.NODE, Journals.UID, Journals.SECOND, new FencingToken(token), Instant.EPOCH);
  }

  private static CommandSlot task(String id, long token) {
    return slot(header(id, token));
  }

  private static CommandSlot slot(CommandHeader header) {
    return new CommandSlot(
        new TakeSnapshot(header, ID, "scheduled", Duration.ofMillis(DEADLINE)),
        CommandSlot.State.OPEN);
  }

  private boolean told(CommandSlot slot) {
    runner.offer(
        new ControlRecord(
            Journals.lineage(Journals.UID, 2), Optional.empty(), instruction, Optional.of(slot)));
    return moved();
  }

  private boolean moved() {
    return runner.advance(now) == CommandRunner.Advance.MOVED;
  }

  private void reboot() {
    journal = JournalStore.open(disk, AgentJournalCodec.read(disk.load().orElseThrow(), "journal"));
    runner = runner();
    hands.work = Optional.empty();
  }

  private Outcome outcome() {
    return journal.current().tasks().outcome().orElseThrow();
  }

  @Test
  void aTaskIsDoneOnceAndItsValuesAreKept() {
    assertThat(told(task("one", 20))).isTrue();
    assertThat(runner.progress()).contains("TAKE_SNAPSHOT: begun");
    hands.ends(new TaskResult.Done("taken", Map.of("revision", 7L)));
    assertThat(moved()).isTrue();

    assertThat(outcome())
        .isEqualTo(
            new Outcome(
                "one",
                1,
                CommandKind.TAKE_SNAPSHOT,
                Outcome.Result.DONE,
                "taken",
                Map.of("revision", 7L)));
    assertThat(told(task("one", 20))).isFalse();
    assertThat(runner.progress()).isEmpty();
    reboot();
    assertThat(told(task("one", 20))).isFalse();
    assertThat(outcome().commandId()).isEqualTo("one");
  }

  @Test
  void itsEndAsksForALookThatJournalsTheOutcome() {
    AtomicBoolean moved = new AtomicBoolean();
    look = () -> moved.set(moved());
    told(task("one", 20));
    assertThat(moved).isFalse();

    hands.ends(new TaskResult.Done("", Map.of()));

    assertThat(moved).isTrue();
    assertThat(outcome().commandId()).isEqualTo("one");
  }

  @Test
  void onlyOneTaskWorksAtATime() {
    told(task("one", 20));
    assertThat(told(task("two", 20))).isFalse();
    assertThat(hands.interrupted).isFalse();
  }

  @Test
  void theNextTaskTakesThePlaceOfTheOutcome() {
    told(task("one", 20));
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);
    told(task("two", 21));
    assertThat(journal.current().tasks().outcome()).isEmpty();
    assertThat(journal.current().seenToken()).isEqualTo(new FencingToken(21));
  }

  @Test
  void aTaskThatAnAgentDidNotLiveToEndIsAnotherAttempt() {
    told(task("one", 20));
    reboot();
    told(task("one", 20));
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);

    assertThat(hands.run.orElseThrow().attempt()).isEqualTo(2);
    assertThat(outcome().attempt()).isEqualTo(2);
  }

  @Test
  void anOlderTokenOrGenerationOrAnotherUidHasNoEffect() {
    assertRefused(task("old-token", 19), "token 19 is older");
    CommandHeader h = header("old-generation", 20);
    assertRefused(
        slot(
            new CommandHeader(
                h.id(), h.executor(), h.uid(), new Generation(1), h.token(), h.issuedAt())),
        "generation 1 is older");
    assertRefused(
        slot(
            new CommandHeader(
                "other-uid",
                h.executor(),
                new io.quorate.model.ClusterUid("uid-2"),
                h.generation(),
                h.token(),
                h.issuedAt())),
        "uid-2");
  }

  private void assertRefused(CommandSlot slot, String why) {
    assertThat(told(slot)).isTrue();
    assertThat(hands.work).isEmpty();
    assertThat(outcome().result()).isEqualTo(Outcome.Result.REFUSED);
    assertThat(outcome().commandId()).isEqualTo(slot.command().header().id());
    assertThat(outcome().detail()).contains(why);
  }

  @Test
  void aKindThatItCannotCarryOutIsRefused() {
    assertRefused(
        new CommandSlot(
            new VerifySnapshot(header("verify", 20), ID, Duration.ofMillis(DEADLINE)),
            CommandSlot.State.OPEN),
        "not VERIFY_SNAPSHOT");
  }

  @Test
  void aStaleRecordIsNotObeyed() {
    runner.offer(
        new ControlRecord(
            Journals.lineage(Journals.UID, 1),
            Optional.empty(),
            Optional.empty(),
            Optional.of(task("one", 20))));
    assertThat(moved()).isFalse();
    assertThat(hands.work).isEmpty();
  }

  @Test
  void aCancelStopsIt() {
    told(task("one", 20));
    told(task("one", 20).in(CommandSlot.State.CANCEL_REQUESTED));
    assertThat(hands.interrupted).isTrue();
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);

    assertThat(outcome().result()).isEqualTo(Outcome.Result.CANCELLED);
    assertThat(outcome().detail()).contains("cancel");
  }

  @Test
  void aCancelOfWhatNeverBeganIsAcknowledged() {
    told(task("one", 20).in(CommandSlot.State.CANCEL_REQUESTED));
    assertThat(hands.work).isEmpty();
    assertThat(outcome().result()).isEqualTo(Outcome.Result.CANCELLED);
  }

  @Test
  void aNewerTaskInTheSlotStopsTheOneBefore() {
    told(task("one", 20));
    told(task("two", 21));
    assertThat(hands.interrupted).isTrue();
  }

  @Test
  void whatEndedDoneBeforeItsCancelCameIsDone() {
    told(task("one", 20));
    Runnable end = hands.work.orElseThrow();
    hands.next = new TaskResult.Done("taken", Map.of());
    end.run();
    told(task("one", 20).in(CommandSlot.State.CANCEL_REQUESTED));
    assertThat(outcome().result()).isEqualTo(Outcome.Result.DONE);
  }

  @Test
  void pastItsDeadlineItFails() {
    told(task("one", 20));
    now += DEADLINE;
    runner.advance(now);
    assertThat(hands.interrupted).isFalse();
    now += 1;
    runner.advance(now);
    assertThat(hands.interrupted).isTrue();
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);

    assertThat(outcome().result()).isEqualTo(Outcome.Result.FAILED);
    assertThat(outcome().detail()).contains("not done within 60000 ms");
    assertThat(outcome().values()).containsEntry(CommandFailure.VALUE, "OTHER");
  }

  @Test
  void aJoinThatBeginsStopsIt() {
    told(task("one", 20));
    journal.change(edit -> edit.progress(joining().progress().orElseThrow()));
    runner.advance(now);
    assertThat(hands.interrupted).isTrue();
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);
    assertThat(outcome().result()).isEqualTo(Outcome.Result.CANCELLED);
    assertThat(outcome().detail()).contains("JOIN was begun here");
  }

  private AgentJournal joining() {
    return Journals.joining(journal.current());
  }

  @Test
  void noTaskBeginsDuringAJoin() {
    journal.change(edit -> edit.progress(joining().progress().orElseThrow()));
    assertThat(told(task("one", 20))).isFalse();
    assertThat(hands.work).isEmpty();
  }

  /** The task's newer token would have the older instruction refused. */
  @Test
  void anInstructionThatWaitsGoesFirst() {
    instruction = Optional.of(Journals.slot());
    assertThat(told(task("one", 21))).isFalse();
    assertThat(hands.work).isEmpty();
    assertThat(journal.current().seenToken()).isEqualTo(new FencingToken(20));

    instruction = Optional.of(Journals.slot().in(CommandSlot.State.CLOSED));
    assertThat(told(task("one", 21))).isTrue();
  }

  @Test
  void aVerdictAndAFailureAreTold() {
    told(task("one", 20));
    hands.ends(new TaskResult.Bad("SHA-256 differs"));
    runner.advance(now);
    assertThat(outcome().values()).isEqualTo(Map.of(CommandFailure.VERDICT, CommandFailure.BAD));

    told(task("two", 20));
    hands.ends(new TaskResult.Failed(CommandFailure.STORE_AWAY, "no answer"));
    runner.advance(now);
    assertThat(outcome().values()).isEqualTo(Map.of(CommandFailure.VALUE, "STORE_AWAY"));
    assertThat(outcome().result()).isEqualTo(Outcome.Result.FAILED);
  }

  @Test
  void anOutcomeThatTheDiskDoesNotTakeIsJournalledLater() {
    told(task("one", 20));
    hands.ends(new TaskResult.Done("taken", Map.of()));
    disk.full = true;
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> runner.advance(now))
        .isInstanceOf(UncheckedIOException.class);
    disk.full = false;
    assertThat(moved()).isTrue();
    assertThat(outcome().result()).isEqualTo(Outcome.Result.DONE);
  }

  @Test
  void anAgentThatEndsLeavesItToTheNextBoot() {
    told(task("one", 20));
    runner.close();
    assertThat(hands.interrupted).isTrue();
    hands.ends(new TaskResult.Done("", Map.of()));
    runner.advance(now);
    assertThat(journal.current().tasks().outcome()).isEmpty();
    assertThat(told(task("two", 20))).isFalse();
  }
}
