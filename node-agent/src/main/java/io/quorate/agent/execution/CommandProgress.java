package io.quorate.agent.execution;

import io.quorate.command.Command;
import io.quorate.command.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A membership command under way.
 *
 * @param command what is carried out
 * @param step name of the step that is next
 * @param data what the steps so far found or chose, by name
 * @param spentMillis time spent on it, summed over the agent's runs
 * @param undo why it is being undone, once it is
 */
public record CommandProgress(
    Command command, String step, Map<String, String> data, long spentMillis, Optional<Undo> undo) {
  /** The datum that a join notes, in one save with the end of the former member. */
  public static final String DIRECTORY_NONCE = "directoryNonce";

  /** Why a command is undone, and what its outcome will be. */
  public record Undo(Outcome.Result result, String detail) {}

  /** Keeps the data in order. */
  public CommandProgress {
    data = java.util.Collections.unmodifiableMap(new TreeMap<>(data));
  }

  /** What a step found or chose. */
  public Optional<String> datum(String name) {
    return Optional.ofNullable(data.get(name));
  }

  /** The same with the next step. */
  public CommandProgress at(String next) {
    return new CommandProgress(command, next, data, spentMillis, undo);
  }

  /** The same with one more datum. */
  public CommandProgress with(String name, String value) {
    Map<String, String> more = new TreeMap<>(data);
    more.put(name, value);
    return new CommandProgress(command, step, more, spentMillis, undo);
  }

  /** The same with more time spent. */
  public CommandProgress spent(long millis) {
    return new CommandProgress(command, step, data, millis, undo);
  }

  /** Why it is undone: the outcome of the step that ends it. */
  public Undo undone() {
    return undo.orElse(new Undo(Outcome.Result.FAILED, "undone without a reason"));
  }

  /** Begins to undo, at this step; an undo that runs keeps its first reason. */
  public CommandProgress undoing(String first, Undo why) {
    if (undo.isPresent()) {
      throw new IllegalStateException("instruction is being undone already: " + undo.get());
    }
    return new CommandProgress(command, first, data, spentMillis, Optional.of(why));
  }
}
