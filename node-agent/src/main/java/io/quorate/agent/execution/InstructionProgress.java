package io.quorate.agent.execution;

import io.quorate.instruction.Instruction;
import io.quorate.instruction.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An instruction under way.
 *
 * @param instruction what is carried out
 * @param step name of the step that is next
 * @param data what the steps so far found or chose, by name
 * @param spentMillis time spent on it, summed over the agent's runs
 * @param undo why it is being undone, once it is
 */
public record InstructionProgress(
    Instruction instruction,
    String step,
    Map<String, String> data,
    long spentMillis,
    Optional<Undo> undo) {
  /** The datum that a join notes, in one save with the end of the former member. */
  public static final String DIRECTORY_NONCE = "directoryNonce";

  /** Why an instruction is undone, and what its outcome will be. */
  public record Undo(Outcome.Result result, String detail) {}

  /** Keeps the data in order. */
  public InstructionProgress {
    data = java.util.Collections.unmodifiableMap(new TreeMap<>(data));
  }

  /** What a step found or chose. */
  public Optional<String> datum(String name) {
    return Optional.ofNullable(data.get(name));
  }

  /** The same with the next step. */
  public InstructionProgress at(String next) {
    return new InstructionProgress(instruction, next, data, spentMillis, undo);
  }

  /** The same with one more datum. */
  public InstructionProgress with(String name, String value) {
    Map<String, String> more = new TreeMap<>(data);
    more.put(name, value);
    return new InstructionProgress(instruction, step, more, spentMillis, undo);
  }

  /** The same with more time spent. */
  public InstructionProgress spent(long millis) {
    return new InstructionProgress(instruction, step, data, millis, undo);
  }

  /** Begins to undo, at this step; an undo that runs keeps its first reason. */
  public InstructionProgress undoing(String first, Undo why) {
    if (undo.isPresent()) {
      throw new IllegalStateException("instruction is being undone already: " + undo.get());
    }
    return new InstructionProgress(instruction, first, data, spentMillis, Optional.of(why));
  }
}
