package io.quorate.agent.steps.join;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.agent.steps.frame.StopFormerMember;
import io.quorate.command.CommandKind;
import java.util.List;
import java.util.Optional;

/** JOIN: becomes a voter of the running cluster, from an empty directory. */
public final class JoinProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.JOIN;
  }

  @Override
  public List<NamedStep> steps() {
    return List.of(
        new NamedStep("REMOVE_FORMER", new RemoveFormerMember()),
        new NamedStep("STOP_FORMER", new StopFormerMember()),
        new NamedStep("PREPARE_DIRECTORY", new PrepareDirectory()),
        new NamedStep("ADD_LEARNER", new AddLearner()),
        new NamedStep("START", new StartLearner()),
        new NamedStep("CATCH_UP", new CatchUp()),
        new NamedStep("PROMOTE", new Promote()),
        new NamedStep("CONFIRM", new ConfirmJoin()));
  }

  @Override
  public List<NamedStep> undo() {
    return List.of(
        new NamedStep("STOP_LEARNER", new StopLearner()),
        new NamedStep("REMOVE_OWN_LEARNER", new RemoveOwnLearner()),
        new NamedStep("ARCHIVE_DIRECTORY", new ArchiveDirectory()));
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
