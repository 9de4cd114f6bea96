package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentKinds;
import io.quorate.agent.execution.BootstrapRight;
import io.quorate.agent.port.NodeTls;
import io.quorate.command.CommandKind;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.state.DataHolding;
import io.quorate.state.Fenced;
import io.quorate.state.Interruption;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.PutAside;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Composes what a heartbeat tells beside the member's state. */
public final class ReportComposer {
  private final Set<String> kinds;
  private final Supplier<Optional<String>> taskProgress;
  private final Function<AgentJournal, Optional<DataHolding>> holds;
  private final NodeTls tls;
  private final Function<AgentJournal, Optional<Fenced>> fenced;
  private final Supplier<Optional<Interruption>> interruption;
  private final SpaceView space;
  private final Supplier<Optional<PutAside>> putAside;
  private final AuthWatch auth;
  private final BooleanSupplier closed;

  /**
   * Composes for an agent.
   *
   * @param tasks the kinds of task it can carry out
   * @param abilities what else it knows
   * @param taskProgress the task under way, for people
   * @param holds whether the disk of this journal holds data, by proof
   * @param fenced whether its member is fenced, by proof
   * @param tls the node's key and certificates
   * @param interruption the cloud's word that it is about to take the instance
   * @param space the room that the data has
   * @param putAside the directories that are out of etcd's path
   * @param auth follows etcd's users and roles
   * @param closed whether etcd is closed to clients
   */
  public ReportComposer(
      Set<CommandKind> tasks,
      Set<String> abilities,
      Supplier<Optional<String>> taskProgress,
      Function<AgentJournal, Optional<DataHolding>> holds,
      Function<AgentJournal, Optional<Fenced>> fenced,
      NodeTls tls,
      Supplier<Optional<Interruption>> interruption,
      SpaceView space,
      Supplier<Optional<PutAside>> putAside,
      AuthWatch auth,
      BooleanSupplier closed) {
    this.space = space;
    this.putAside = putAside;
    this.auth = auth;
    this.closed = closed;
    this.tls = tls;
    this.interruption = interruption;
    this.kinds =
        Stream.concat(AgentKinds.told(tasks).stream(), abilities.stream())
            .collect(Collectors.toUnmodifiableSet());
    this.taskProgress = taskProgress;
    this.holds = holds;
    this.fenced = fenced;
  }

  /** The report of this journal and what was just seen. */
  NodeReport of(AgentJournal journal, ProbeResult view) {
    return new NodeReport(
        kinds,
        holds.apply(journal),
        false,
        fenced.apply(journal),
        journal.tasks().outcome(),
        taskProgress.get(),
        Math.max(journal.revisionSeen(), view.status().map(MemberStatus::revision).orElse(0L)),
        interruption.get(),
        tls.proof(),
        tls.own(),
        journal
            .archived()
            .map(
                log ->
                    new ArchivedLog(
                        log.generation(),
                        log.recoveryId(),
                        log.directory(),
                        journal.diskId(),
                        log.lastTerm(),
                        log.lastIndex())),
        journal
            .bootstrapRight()
            .filter(
                right ->
                    journal
                        .member()
                        .filter(member -> member.identity().generation().equals(right.generation()))
                        .isPresent())
            .flatMap(BootstrapRight::revoked),
        view.refused(),
        space.look(journal, view.runs()),
        putAside.get(),
        auth.look(journal, view),
        closed.getAsBoolean());
  }
}
