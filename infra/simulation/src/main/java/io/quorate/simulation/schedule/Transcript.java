package io.quorate.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happened, one line an event; of a long run only a digest, unless it is to be read. A line
 * says when, who, what and what was answered: times as {@link Times} writes them, a turn by its
 * fencing token, and of rows only what differs since the transcript last showed them.
 */
public final class Transcript {
  /** How to read the lines. */
  public static final String LEGEND =
      "# @12.345: seconds after the run began, by the clock of whoever wrote it; token 7: the turn"
          + " that holds this fencing token; of rows, what differs since they were last shown";

  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
  private final Answers answers = new Answers();
  private long digest = 0xCBF29CE484222325L;

  /** Keeps the lines, or only their digest. */
  public Transcript(boolean kept) {
    this.kept = kept;
  }

  /** Whether lines are kept: what is only for people need not be put together otherwise. */
  public boolean kept() {
    return kept;
  }

  /** One line: when, who, what, why. */
  public void line(long at, String simProcess, String what, Supplier<String> why) {
    mix(at);
    mix(simProcess.hashCode());
    mix(what.hashCode());
    if (kept) {
      String because = why.get();
      lines.add(
          Times.inWords(
              "%12s  %-16s %s%s"
                  .formatted(
                      Times.at(at), simProcess, what, because.isEmpty() ? "" : "  " + because)));
    }
  }

  /** An answer in words, for a line. */
  String words(String question, @Nullable Object answer) {
    return answers.words(question, answer);
  }

  private void mix(long value) {
    digest = (digest ^ value) * 0x100000001B3L;
  }

  /** The lines kept. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Two runs with the same digest did the same. */
  public long digest() {
    return digest;
  }
}
