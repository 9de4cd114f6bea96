package io.quorate.agent.execution;

import io.quorate.command.CommandEffect;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.state.DataHolding;
import io.quorate.state.DataHolding.Cause;
import io.quorate.state.DataHolding.State;
import java.util.Optional;

/**
 * Whether this disk holds data that could serve, by the journal and by proof (I1):
 *
 * <ol>
 *   <li>a member without a verdict: DATA;
 *   <li>an instruction under way that may have made data, anything in etcd's path, a process or a
 *       port that may be an etcd's: UNKNOWN;
 *   <li>a journalled verdict of LOST or REMOVED, and nothing of the above: NONE. Every other
 *       verdict leaves data that may yet be salvaged: UNKNOWN;
 *   <li>no member: NONE, because it never had one, left, or undid its join.
 * </ol>
 *
 * <p>A join executes etcd only after it has journalled its identity, and takes that only from a
 * member that answers with a quorum. Before, it has made nothing; and it can make nothing once
 * everyone else is gone. After, the verdict is about the join's own learner, whose etcd is never
 * executed again. A removal of another member makes nothing at all, and a restart starts only what
 * a member has made before.
 */
public final class DataHoldingRule {
  private DataHoldingRule() {}

  /**
   * Decides.
   *
   * @param pathEmpty whether nothing that etcd wrote is in its path
   * @param doubt why an etcd may be at work
   */
  public static DataHolding of(AgentJournal journal, boolean pathEmpty, Optional<String> doubt) {
    if (journal.usableMember().isPresent()) {
      return holding(journal, State.DATA, Optional.empty());
    }
    Optional<Cause> cause =
        pathEmpty && doubt.isEmpty() && !mayHaveMadeData(journal)
            ? cause(journal)
            : Optional.empty();
    return holding(journal, cause.isPresent() ? State.NONE : State.UNKNOWN, cause);
  }

  private static boolean mayHaveMadeData(AgentJournal journal) {
    return journal
        .progress()
        .filter(
            progress ->
                progress.command().effects().stream()
                    .anyMatch(CommandEffect.Stops.class::isInstance))
        .isPresent();
  }

  private static Optional<Cause> cause(AgentJournal journal) {
    return journal.member().isPresent()
        ? journal.verdict().flatMap(DataHoldingRule::lost)
        : Optional.of(without(journal));
  }

  private static Optional<Cause> lost(DataVerdict verdict) {
    return switch (verdict.state()) {
      case LOST -> Optional.of(Cause.LOST);
      case REMOVED -> Optional.of(Cause.REMOVED);
      case NONE, INTACT, FOREIGN, ROLLED_BACK, DAMAGED, SUPERSEDED -> Optional.empty();
    };
  }

  private static Cause without(AgentJournal journal) {
    if (journal.progress().flatMap(CommandProgress::undo).isPresent()) {
      return Cause.UNDONE;
    }
    return journal
        .outcome()
        .map(Outcome::kind)
        .map(kind -> kind == CommandKind.JOIN ? Cause.UNDONE : Cause.LEFT)
        .orElse(journal.bootstrapRight().isPresent() ? Cause.LOST : Cause.NEVER);
  }

  private static DataHolding holding(AgentJournal journal, State state, Optional<Cause> cause) {
    return new DataHolding(state, cause, journal.diskId());
  }
}
