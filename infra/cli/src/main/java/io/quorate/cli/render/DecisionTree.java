package io.quorate.cli.render;

import io.quorate.codec.InstructionCodec;
import io.quorate.codec.Tree;
import io.quorate.controller.plan.Decision;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.Outcome;
import io.quorate.state.Birth;
import io.quorate.state.Termination;
import io.quorate.state.Voter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a decision would do: in a sentence, and in all its values. */
final class DecisionTree {
  private DecisionTree() {}

  /** What a turn would do, to follow "it would". */
  static String would(Decision decision) {
    return switch (decision) {
      case Decision.Rest rest -> "do nothing";
      case Decision.DecideBirth birth ->
          "use the right to bootstrap: record generation "
              + birth.birth().generation()
              + " with "
              + birth.birth().voters().size()
              + " founding voters";
      case Decision.FinishBirth birth ->
          "write the archive's twin of generation "
              + birth.birth().generation()
              + ", then make the recorded birth final";
      case Decision.Issue issue ->
          "tell "
              + issue.instruction().header().executor()
              + " by an instruction: "
              + issue.instruction().kind();
      case Decision.RequestCancel cancel ->
          "ask " + cancel.executor() + " to undo " + cancel.instructionId();
      case Decision.Close close ->
          "close " + close.instructionId() + ", which " + close.executor() + " was told";
      case Decision.IntendTermination intend ->
          "record the intent to terminate "
              + intend.termination().instance()
              + "; a later turn performs it";
      case Decision.Terminate terminate ->
          "terminate " + terminate.termination().instance() + " through Auto Scaling, as recorded";
      case Decision.HandBack handBack ->
          "hand " + handBack.handBack().instance() + ", which is terminated, back to its group";
      case Decision.Halt halt -> "halt: decide nothing for this cluster until a person has looked";
    };
  }

  /** The values of what would be written, told or called; empty for a rest or a halt. */
  static Map<String, Object> of(Decision decision) {
    return switch (decision) {
      case Decision.Rest rest -> Map.of();
      case Decision.DecideBirth birth -> birth(birth.birth());
      case Decision.FinishBirth birth -> birth(birth.birth());
      case Decision.Issue issue -> instruction(issue.instruction());
      case Decision.RequestCancel cancel ->
          Tree.builder()
              .with("instructionId", cancel.instructionId())
              .with("executor", cancel.executor())
              .build();
      case Decision.Close close ->
          Tree.builder()
              .with("instructionId", close.instructionId())
              .with("executor", close.executor())
              .withOptional("outcome", close.outcome().map(Outcome::result))
              .withOptional("step", close.outcome().map(Outcome::step))
              .withOptional("detail", close.outcome().map(Outcome::detail))
              .build();
      case Decision.IntendTermination intend -> termination(intend.termination());
      case Decision.Terminate terminate -> termination(terminate.termination());
      case Decision.HandBack handBack -> termination(handBack.handBack());
      case Decision.Halt halt -> Map.of();
    };
  }

  private static Map<String, Object> instruction(Instruction instruction) {
    Map<String, Object> attributes =
        new LinkedHashMap<>(InstructionCodec.writeInstruction(instruction));
    attributes.remove("schemaVersion");
    return attributes;
  }

  private static Map<String, Object> termination(Termination termination) {
    return StatusJson.termination(termination);
  }

  private static Map<String, Object> birth(Birth birth) {
    return Tree.builder()
        .with("generation", birth.generation().value())
        .with("clusterToken", birth.clusterToken())
        .with("etcdClusterId", birth.clusterId())
        .with("voters", voters(birth))
        .build();
  }

  private static List<String> voters(Birth birth) {
    return birth.voters().stream().map(DecisionTree::voter).toList();
  }

  private static String voter(Voter voter) {
    return voter.instance() + " as member " + voter.memberId() + " in " + voter.zone();
  }
}
