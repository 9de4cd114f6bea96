package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.steps.StepCatalog.Listed;
import io.quorate.command.CommandKind;
import java.util.List;
import java.util.Optional;

/** JOIN: becomes a voter of the running cluster, from an empty directory. */
final class JoinProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.JOIN;
  }

  @Override
  public List<Listed> steps() {
    return List.of(
        new Listed("REMOVE_FORMER", new RemoveFormerMember()),
        new Listed("STOP_FORMER", new StopFormerMember()),
        new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
        new Listed("ADD_LEARNER", new AddLearner()),
        new Listed("START", new StartLearner()),
        new Listed("CATCH_UP", new CatchUp()),
        new Listed("PROMOTE", new Promote()),
        new Listed("CONFIRM", new ConfirmJoin()));
  }

  @Override
  public List<Listed> undo() {
    return List.of(
        new Listed("STOP_LEARNER", new StopLearner()),
        new Listed("REMOVE_OWN_LEARNER", new RemoveOwnLearner()),
        new Listed("ARCHIVE_DIRECTORY", new ArchiveDirectory()));
  }

  /**
   * A join gives up data with a verdict, for a promotion would make it a voter's (I11). The verdict
   * on the member before went with that member, when this join chose its directory.
   */
  @Override
  public Optional<String> abandoned(AgentJournal journal, CommandProgress progress) {
    return journal
        .verdict()
        .filter(word -> progress.datum(PrepareDirectory.NONCE).isPresent())
        .map(word -> word.state() + ": " + word.detail());
  }
}
