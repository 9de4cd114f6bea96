package io.quorate.codec;

import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.instruction.RestartMember;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.Map;

/**
 * A node's instruction slot; the instruction's own attributes stand beside the slot's. Conditions
 * rest on {@code instructionId} and {@code slotState}.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class InstructionCodec {
  private InstructionCodec() {}

  /** The slot's attributes. */
  public static Map<String, Object> write(InstructionSlot slot) {
    Tree.Builder tree =
        Schema.builder().with("slotState", slot.state()).withOptional("closedAt", slot.closedAt());
    return instruction(tree, slot.instruction());
  }

  /** Reads the slot. */
  public static InstructionSlot read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new InstructionSlot(
                instruction(tree),
                tree.constant("slotState", InstructionSlot.State.class),
                tree.optionalInstant("closedAt")));
  }

  /** An instruction without a slot, as the agent's journal keeps it. */
  public static Map<String, Object> writeInstruction(Instruction instruction) {
    return instruction(Schema.builder(), instruction);
  }

  /** Reads an instruction without a slot. */
  public static Instruction readInstruction(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, InstructionCodec::instruction);
  }

  private static Map<String, Object> instruction(Tree.Builder tree, Instruction instruction) {
    InstructionHeader header = instruction.header();
    tree.with("instructionId", header.id())
        .with("kind", instruction.kind())
        .with("executor", header.executor())
        .with("uid", header.uid())
        .with("generation", header.generation().value())
        .with("token", header.token().value())
        .with("issuedAt", header.issuedAt());
    return switch (instruction) {
      case JoinCluster join -> join(tree, join);
      case RemoveMember remove -> remove(tree, remove);
      case LeaveCluster leave -> leave(tree, leave);
      case RestartMember restart -> restart(tree, restart);
    };
  }

  private static Instruction instruction(Tree tree) {
    InstructionHeader header =
        new InstructionHeader(
            tree.string("instructionId"),
            tree.value("executor", InstanceId::new),
            tree.value("uid", ClusterUid::new),
            new Generation(tree.number("generation")),
            new FencingToken(tree.number("token")),
            tree.instant("issuedAt"));
    return switch (tree.constant("kind", InstructionKind.class)) {
      case JOIN -> join(header, tree);
      case REMOVE_MEMBER -> remove(header, tree);
      case LEAVE -> leave(header, tree);
      case RESTART_MEMBER -> restart(header, tree);
    };
  }

  private static Map<String, Object> join(Tree.Builder tree, JoinCluster join) {
    return tree.withOptional("supersedes", join.formerMember())
        .with("clusterToken", join.clusterToken())
        .with("clusterId", join.clusterId())
        .with("contacts", join.contacts())
        .with("deadlineMillis", join.deadlineMillis())
        .with("lagLimit", join.lagLimit())
        .build();
  }

  private static JoinCluster join(InstructionHeader header, Tree tree) {
    return new JoinCluster(
        header,
        tree.optionalValue("supersedes", MemberId::parse),
        tree.string("clusterToken"),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.strings("contacts"),
        tree.number("deadlineMillis"),
        tree.number("lagLimit"));
  }

  private static Map<String, Object> remove(Tree.Builder tree, RemoveMember remove) {
    return tree.with("clusterId", remove.clusterId())
        .with("target", remove.target())
        .with("onlyUnstarted", remove.onlyUnstarted())
        .with("because", remove.because())
        .build();
  }

  private static Map<String, Object> leave(Tree.Builder tree, LeaveCluster leave) {
    return tree.with("clusterId", leave.clusterId())
        .with("member", leave.member())
        .with("contacts", leave.contacts())
        .with("deadlineMillis", leave.deadlineMillis())
        .build();
  }

  private static LeaveCluster leave(InstructionHeader header, Tree tree) {
    return new LeaveCluster(
        header,
        tree.value("clusterId", EtcdClusterId::parse),
        tree.value("member", MemberId::parse),
        tree.strings("contacts"),
        tree.number("deadlineMillis"));
  }

  private static Map<String, Object> restart(Tree.Builder tree, RestartMember restart) {
    return tree.with("clusterId", restart.clusterId())
        .with("member", restart.member())
        .with("contacts", restart.contacts())
        .with("settings", restart.settings())
        .with("deadlineMillis", restart.deadlineMillis())
        .build();
  }

  private static RestartMember restart(InstructionHeader header, Tree tree) {
    return new RestartMember(
        header,
        tree.value("clusterId", EtcdClusterId::parse),
        tree.value("member", MemberId::parse),
        tree.strings("contacts"),
        tree.string("settings"),
        tree.number("deadlineMillis"));
  }

  private static RemoveMember remove(InstructionHeader header, Tree tree) {
    return new RemoveMember(
        header,
        tree.value("clusterId", EtcdClusterId::parse),
        tree.value("target", MemberId::parse),
        tree.flag("onlyUnstarted"),
        tree.string("because"));
  }
}
