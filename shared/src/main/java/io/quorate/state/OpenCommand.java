package io.quorate.state;

import io.quorate.command.CommandEffect;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The one open command of a lane (I3).
 *
 * @param commandId the command
 * @param kind its kind
 * @param executor who was told
 * @param target the member that it removes, where it removes one
 * @param subject what a maintenance command is about, such as a snapshot's id; else empty
 * @param request the operator's request that it serves
 * @param since when it was issued, by the controller's clock
 * @param deadline until when a maintenance command may take
 * @param cancelRequested whether its cancel was asked for
 */
public record OpenCommand(
    String commandId,
    CommandKind kind,
    InstanceId executor,
    Optional<MemberId> target,
    String subject,
    Optional<String> request,
    Instant since,
    Optional<Instant> deadline,
    boolean cancelRequested) {
  public OpenCommand {
    if (kind.lane() == Lane.MAINTENANCE && deadline.isEmpty()) {
      throw new IllegalArgumentException(kind + " " + commandId + " is open without a deadline");
    }
  }

  /** One of the membership lane. */
  public OpenCommand(
      String commandId,
      CommandKind kind,
      InstanceId executor,
      Optional<MemberId> target,
      Instant since,
      boolean cancelRequested) {
    this(
        commandId,
        kind,
        executor,
        target,
        "",
        Optional.empty(),
        since,
        Optional.empty(),
        cancelRequested);
  }

  /** One of the maintenance lane. */
  public OpenCommand(
      String commandId,
      CommandKind kind,
      InstanceId executor,
      String subject,
      Optional<String> request,
      Instant since,
      Instant deadline,
      boolean cancelRequested) {
    this(
        commandId,
        kind,
        executor,
        Optional.empty(),
        subject,
        request,
        since,
        Optional.of(deadline),
        cancelRequested);
  }

  /** The lane that it occupies. */
  public Lane lane() {
    return kind.lane();
  }

  /** The snapshot that it is about; empty where its subject is something else. */
  public Optional<SnapshotId> snapshot() {
    return SnapshotId.parse(subject);
  }

  /** What its executor answers, by its heartbeat; empty while it has not answered. */
  public Optional<Outcome> answer(Heartbeat executor) {
    return executor.outcome(lane()).filter(outcome -> outcome.commandId().equals(commandId));
  }

  /** What it may do to the membership. */
  public List<CommandEffect> effects() {
    return kind.effects(executor, target);
  }

  /** Whether its executor may become a voter. */
  public boolean promotes() {
    return effects().contains(new CommandEffect.Promotes(executor));
  }

  /** The same command with its cancel asked for. */
  public OpenCommand cancelling() {
    return new OpenCommand(
        commandId, kind, executor, target, subject, request, since, deadline, true);
  }
}
