package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.command.CommandSlot;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Map;

/** Asks the executor of an open command to undo or stop it; only its answer closes it. */
public record CancelCommand(Reason reason, OpenCommand open) implements Decision {
  @Override
  public String code() {
    return switch (open.lane()) {
      case MEMBERSHIP -> "CANCEL_OPERATION";
      case MAINTENANCE -> "CANCEL_TASK";
    };
  }

  @Override
  public String summary() {
    String what =
        switch (open.lane()) {
          case MEMBERSHIP -> "undo";
          case MAINTENANCE -> "stop";
        };
    return "ask %s to %s %s".formatted(open.executor(), what, open.commandId());
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with(open.lane().idAttribute(), open.commandId())
        .with("executor", open.executor())
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return view.slot(open)
        .map(
            slot ->
                DecisionWrites.of(
                    List.of(
                        SlotWrites.move(view.cluster(), slot, CommandSlot.State.CANCEL_REQUESTED))))
        .orElseGet(
            () -> DecisionWrites.moved(Keys.command(view.cluster(), open.lane(), open.executor())));
  }

  @Override
  public Reason journalled() {
    return reason.and(open.lane().word(), open.commandId()).and("executor", open.executor());
  }
}
