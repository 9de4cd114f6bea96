package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.command.CommandKind;
import io.quorate.state.AccessRefused;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.util.Optional;

/**
 * Whether the own etcd should get traffic. The journal and the own etcd tell (I10): a disk holds a
 * member only by the right of a bootstrap that was final, or of a join. A lineage that was read can
 * only forbid.
 */
final class Readiness {
  private static final String CLOSED =
      "etcd is closed to clients until access control is on, which the spec asks for and the data of"
          + " this generation began without";

  private Readiness() {}

  /**
   * Why it should get none.
   *
   * @param lineage what was last read and obeyed; empty while the store has not answered
   */
  static Optional<String> obstacle(
      AgentJournal journal, ProbeResult view, Optional<Lineage> lineage) {
    return obstacle(journal, view, lineage, Optional.empty(), false);
  }

  /**
   * The same beside a task.
   *
   * @param blocking the task under way that lets the own etcd answer nothing
   * @param closed whether the own etcd is closed to clients
   */
  static Optional<String> obstacle(
      AgentJournal journal,
      ProbeResult view,
      Optional<Lineage> lineage,
      Optional<String> blocking,
      boolean closed) {
    Optional<DataVerdict> verdict = journal.verdict().or(view::verdict);
    if (verdict.isPresent()) {
      return Optional.of(
          "the data of this node's member is %s: %s"
              .formatted(verdict.get().state(), verdict.get().detail()));
    }
    if (journal.member().isEmpty()) {
      return Optional.of("this node has no member of the cluster yet");
    }
    return recorded(lineage)
        .or(() -> view.process() == ProcessState.ANSWERING ? Optional.empty() : silent(view))
        .or(() -> leaving(journal))
        .or(() -> closed ? Optional.of(CLOSED) : Optional.empty())
        .or(() -> blocking.map(task -> "etcd answers nothing for a while: " + task))
        .or(() -> view.status().map(Readiness::own).orElseGet(() -> refused(view)));
  }

  /** Clients that are users of etcd are served by one that refuses the agent. */
  private static Optional<String> refused(ProbeResult view) {
    return view.refused().filter(AccessRefused::quorumProven).isPresent()
        ? Optional.empty()
        : silent(view);
  }

  private static Optional<String> recorded(Optional<Lineage> lineage) {
    return lineage
        .filter(read -> read.state() != Lineage.State.COMMITTED)
        .map(
            read ->
                read.state() == Lineage.State.DELETED
                    ? "the cluster was deleted"
                    : "no bootstrap or later generation of the cluster is recorded as final");
  }

  private static Optional<String> silent(ProbeResult view) {
    return Optional.of("etcd does not answer: process=" + view.process());
  }

  private static Optional<String> leaving(AgentJournal journal) {
    return journal
        .progress()
        .filter(under -> under.command().kind() == CommandKind.LEAVE)
        .filter(under -> under.undo().isEmpty())
        .map(under -> "this node's member leaves the cluster");
  }

  private static Optional<String> own(MemberStatus status) {
    if (status.learner()) {
      return Optional.of("etcd is a learner: it takes no reads and no writes yet");
    }
    return status.leader().isEmpty()
        ? Optional.of("etcd has no leader: too few voters reach each other")
        : Optional.empty();
  }
}
