package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Closes an open command: frees its slot and keeps what came of it.
 *
 * @param outcome how it ended; absent when its executor is proven terminated
 * @param catalogue what it changes in the catalogue of snapshots
 * @param request the request that it answers
 */
public record CloseCommand(
    Reason reason,
    OpenCommand open,
    Optional<Outcome> outcome,
    Optional<CatalogueChange> catalogue,
    Optional<RequestChange> request)
    implements Decision {
  /** Its code by lane, by which programs find how commands ended in the journal. */
  public static String code(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> "CLOSE_OPERATION";
      case MAINTENANCE -> "CLOSE_TASK";
    };
  }

  /** The code of the reason for a command of a lane that ended so. */
  public static String reasonCode(Lane lane, Outcome.Result result) {
    return switch (lane) {
      case MEMBERSHIP -> "OUTCOME_" + result;
      case MAINTENANCE -> "TASK_" + result;
    };
  }

  @Override
  public String code() {
    return code(open.lane());
  }

  @Override
  public boolean mayRestOnBulk(ClusterView view) {
    return true;
  }

  @Override
  public String summary() {
    return "close %s, which %s was told".formatted(open.commandId(), open.executor());
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with(open.lane().idAttribute(), open.commandId())
        .with("executor", open.executor())
        .withOptional(
            open.lane() == Lane.MEMBERSHIP ? "outcome" : "result", outcome.map(Outcome::result))
        .withOptional("step", step())
        .withOptional("detail", outcome.map(Outcome::detail))
        .build();
  }

  private Optional<String> step() {
    return outcome.filter(ended -> open.lane() == Lane.MEMBERSHIP).map(Outcome::step);
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (next.open(open.lane()).isPresent()) {
      throw new IllegalStateException(
          "%s %s is closed, but stays open".formatted(open.lane().word(), open.commandId()));
    }
    List<Write> parts = new ArrayList<>();
    view.slot(open)
        .map(slot -> SlotWrites.close(view.cluster(), slot, view.observedAt()))
        .ifPresent(parts::add);
    catalogue.ifPresent(change -> parts.add(change.write(view.cluster(), view.observedAt())));
    request.ifPresent(change -> parts.add(change.write(view.cluster())));
    return DecisionWrites.of(parts);
  }

  @Override
  public Reason journalled() {
    Reason told =
        reason
            .and(open.lane().word(), open.commandId())
            .and("kind", open.kind())
            .and("executor", open.executor());
    if (outcome.isEmpty()) {
      return told.and("result", "EXECUTOR_TERMINATED");
    }
    Reason ended = told.and("result", outcome.get().result());
    return step()
        .map(step -> ended.and("step", step))
        .orElse(ended)
        .and("detail", outcome.get().detail());
  }
}
