package io.quorate.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What happened, one line an event; of a long run only a digest, unless it is to be read. */
public final class Transcript {
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
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
  public void line(long at, String actor, String what, Supplier<String> why) {
    mix(at);
    mix(actor.hashCode());
    mix(what.hashCode());
    if (kept) {
      String because = why.get();
      lines.add(
          "%8d.%03d  %-16s %s%s"
              .formatted(
                  at / 1000, at % 1000, actor, what, because.isEmpty() ? "" : "  " + because));
    }
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
