package io.quorate.controller.decision;

import io.quorate.codec.CommandCodec;
import io.quorate.command.Command;
import io.quorate.command.CommandEffect;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells a node to carry out a command: fills its free slot; the plan's status opens the command.
 *
 * @param request the operator's request that is taken up with it
 */
public record StartCommand(Reason reason, Command command, Optional<RequestChange> request)
    implements Decision {
  /** Its code by lane; by the first, programs find what nodes were told in the journal. */
  public static String code(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> "ISSUE_INSTRUCTION";
      case MAINTENANCE -> "START_TASK";
    };
  }

  @Override
  public String code() {
    return code(lane());
  }

  /** The lane of the command. */
  public Lane lane() {
    return command.kind().lane();
  }

  @Override
  public String summary() {
    String how =
        switch (lane()) {
          case MEMBERSHIP -> "by an instruction";
          case MAINTENANCE -> "to do a task";
        };
    return "tell %s %s: %s".formatted(command.header().executor(), how, command.kind());
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> attributes = new LinkedHashMap<>(CommandCodec.writeCommand(command));
    attributes.remove("schemaVersion");
    return attributes;
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    String id = command.header().id();
    if (next.open(lane()).map(OpenCommand::commandId).filter(id::equals).isEmpty()) {
      throw new IllegalStateException(
          "%s %s is told, but the plan's status opens none".formatted(lane().word(), id));
    }
    List<Write> parts = new ArrayList<>();
    parts.add(SlotWrites.fill(view.cluster(), new CommandSlot(command, CommandSlot.State.OPEN)));
    request.ifPresent(change -> parts.add(change.write(view.cluster())));
    return DecisionWrites.of(parts);
  }

  /** What ends no member that may live: EC2 never takes back that an instance was terminated. */
  @Override
  public boolean mayRestOnBulk(ClusterView view) {
    return command.effects().stream()
        .allMatch(
            effect ->
                switch (effect) {
                  case CommandEffect.Promotes joins -> true;
                  case CommandEffect.Removes removes -> gone(view, removes.member());
                  case CommandEffect.Stops stops -> false;
                  case CommandEffect.Restarts restarts -> false;
                  case CommandEffect.Blocks blocks -> false;
                });
  }

  private static boolean gone(ClusterView view, MemberId member) {
    List<InstanceId> holders =
        view.nodes().values().stream()
            .flatMap(node -> node.heartbeat().members().stream())
            .filter(entry -> entry.id().equals(member))
            .flatMap(entry -> InstanceId.named(entry.name()).stream())
            .distinct()
            .toList();
    return !holders.isEmpty() && holders.stream().allMatch(view.status()::terminated);
  }

  @Override
  public Reason journalled() {
    return reason
        .and(lane().word(), command.header().id())
        .and("kind", command.kind())
        .and("executor", command.header().executor());
  }
}
