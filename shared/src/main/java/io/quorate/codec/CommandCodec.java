package io.quorate.codec;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.OpenCommand;
import io.quorate.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Commands, their slots and outcomes, and the status record's line of an open one. A command's own
 * attributes stand beside its slot's. Conditions rest on {@code slotState} and the lane's id
 * attribute.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class CommandCodec {
  /** The header's id, which stands under the name of its lane. */
  private static final String ID = "id";

  /** A kind, a token and a nonce. */
  private static final int LONGEST_ID = 2 * Wire.ID;

  private CommandCodec() {}

  /** The slot's attributes. */
  public static Map<String, Object> write(CommandSlot slot) {
    Tree.Builder tree =
        Schema.builder().with("slotState", slot.state()).withOptional("closedAt", slot.closedAt());
    return command(tree, slot.command());
  }

  /** Reads a slot of any lane. */
  public static CommandSlot read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new CommandSlot(
                command(tree),
                tree.constant("slotState", CommandSlot.State.class),
                tree.optionalInstant("closedAt")));
  }

  /** Reads a slot that holds a command of this lane; refuses one of another. */
  public static CommandSlot read(Map<String, Object> attributes, String where, Lane lane) {
    CommandSlot slot = read(attributes, where);
    checkLane(slot.command().kind(), lane, where);
    return slot;
  }

  /** A command without a slot, as the agent's journal and the controller's decisions show it. */
  public static Map<String, Object> writeCommand(Command command) {
    return command(Schema.builder(), command);
  }

  /** Reads a command without a slot. */
  public static Command readCommand(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, CommandCodec::command);
  }

  /** An outcome as a record of its own. */
  public static Map<String, Object> writeOutcome(Outcome outcome) {
    return outcome(Schema.builder(), outcome);
  }

  /** Reads an outcome that is a record of its own. */
  public static Outcome readOutcome(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, tree -> outcome(tree, Lane.MEMBERSHIP));
  }

  /** An outcome within the heartbeat or the agent's journal. */
  public static Map<String, Object> outcome(Outcome outcome) {
    return outcome(Tree.builder(), outcome);
  }

  /** Reads an outcome of this lane within another record. */
  public static Outcome outcome(Tree tree, Lane lane) {
    CommandKind kind = kind(tree);
    checkLane(kind, lane, tree.where());
    String id = bounded(tree, lane.idAttribute());
    Outcome.Result result = tree.constant("result", Outcome.Result.class);
    String detail = BoundedForm.cut(tree.string("detail"), Wire.WORDS);
    return switch (lane) {
      case MEMBERSHIP -> new Outcome(id, kind, result, bounded(tree, "step"), detail);
      case MAINTENANCE ->
          new Outcome(
              id,
              tree.number("attempt"),
              kind,
              result,
              detail,
              OutcomeValues.bounded(tree.tree("values").values()));
    };
  }

  /** A node writes the ids of what it was told, and of its steps. */
  private static String bounded(Tree tree, String name) {
    String text = tree.string(name);
    if (text.length() > LONGEST_ID) {
      throw new UnreadableRecordException(
          "%s: %s is '%s', expected at most %d characters"
              .formatted(tree.where(), name, BoundedForm.cut(text, LONGEST_ID), LONGEST_ID),
          null);
    }
    return text;
  }

  private static Map<String, Object> outcome(Tree.Builder tree, Outcome outcome) {
    boolean steps = outcome.kind().lane() == Lane.MEMBERSHIP;
    tree.with(outcome.kind().lane().idAttribute(), outcome.commandId());
    if (!steps) {
      tree.with("attempt", outcome.attempt());
    }
    tree.with("kind", outcome.kind()).with("result", outcome.result());
    if (steps) {
      return tree.with("step", outcome.step()).with("detail", outcome.detail()).build();
    }
    return tree.with("detail", outcome.detail()).with("values", outcome.values()).build();
  }

  /** The status record's line of an open command. */
  static Map<String, Object> open(OpenCommand open) {
    Tree.Builder tree =
        Tree.builder()
            .with(open.kind().lane().idAttribute(), open.commandId())
            .with("kind", open.kind())
            .with("executor", open.executor());
    if (open.lane() == Lane.MAINTENANCE) {
      tree.with("subject", open.subject());
    }
    return tree.withOptional("target", open.target())
        .withOptional("request", open.request())
        .with("since", open.since())
        .withOptional("deadline", open.deadline())
        .with("cancelRequested", open.cancelRequested())
        .build();
  }

  /** Reads the line of an open command of this lane. */
  static OpenCommand open(Tree tree, Lane lane) {
    CommandKind kind = kind(tree);
    checkLane(kind, lane, tree.where());
    return new OpenCommand(
        tree.string(lane.idAttribute()),
        kind,
        tree.value("executor", InstanceId::new),
        tree.optionalValue("target", MemberId::parse),
        lane == Lane.MAINTENANCE ? tree.string("subject") : "",
        tree.optionalString("request"),
        tree.instant("since"),
        tree.optionalInstant("deadline"),
        tree.flag("cancelRequested"));
  }

  private static CommandKind kind(Tree tree) {
    return tree.constant("kind", CommandKind.class);
  }

  private static void checkLane(CommandKind kind, Lane lane, String where) {
    if (kind.lane() != lane) {
      throw new UnreadableRecordException(
          "%s: kind is %s, expected one of %s".formatted(where, kind, CommandKind.of(lane)), null);
    }
  }

  private static Map<String, Object> command(Tree.Builder tree, Command command) {
    Map<String, Object> attributes =
        new LinkedHashMap<>(RecordForm.of(command.kind().type()).attributes(command));
    attributes.remove(ID);
    tree.with(command.kind().lane().idAttribute(), command.header().id())
        .with("kind", command.kind())
        .withAll(attributes);
    return tree.build();
  }

  private static Command command(Tree tree) {
    CommandKind kind = kind(tree);
    Map<String, Object> attributes = new LinkedHashMap<>(tree.values());
    attributes.put(ID, tree.string(kind.lane().idAttribute()));
    return kind.type().cast(RecordForm.of(kind.type()).readFrom(attributes, tree.where()));
  }
}
