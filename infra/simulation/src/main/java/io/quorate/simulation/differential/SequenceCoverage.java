package io.quorate.simulation.differential;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the sequences that agreed covered, so that their number can be believed. */
final class SequenceCoverage {
  private final Map<Op.Kind, Integer> operations = new EnumMap<>(Op.Kind.class);
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<Mark, Integer> sequencesWith = new EnumMap<>(Mark.class);
  private final Map<String, Integer> undecided = new TreeMap<>();
  private int sequences;

  /** A sequence that agreed, from its first operation to its last. */
  synchronized void agreed(List<DoneOp> sequence) {
    sequences++;
    Set<Mark> seen = EnumSet.noneOf(Mark.class);
    for (DoneOp step : sequence) {
      operations.merge(step.op().kind(), 1, Integer::sum);
      seen.addAll(step.marks());
      if (step.marks().contains(Mark.REFUSED)) {
        refusals.merge(step.outcome(), 1, Integer::sum);
      }
    }
    seen.forEach(mark -> sequencesWith.merge(mark, 1, Integer::sum));
  }

  /** A history whose end is up to chance in real etcd. */
  synchronized void undecided(String why) {
    undecided.merge(why, 1, Integer::sum);
  }

  synchronized int sequences() {
    return sequences;
  }

  synchronized int operations() {
    return operations.values().stream().mapToInt(Integer::intValue).sum();
  }

  synchronized String text() {
    StringBuilder text = new StringBuilder("covered by the sequences that agreed:");
    text.append("\n  sequences ").append(sequences).append(", operations ").append(operations());
    text.append("\n  operations by kind:");
    operations.forEach((kind, count) -> line(text, count, kind.toString()));
    text.append("\n  refusals by text:");
    refusals.forEach((error, count) -> line(text, count, error));
    text.append("\n  sequences in which");
    sequencesWith.forEach((mark, count) -> line(text, count, mark.words()));
    text.append("\n  left undecided, and not counted:");
    undecided.forEach((why, count) -> line(text, count, why));
    return text.toString();
  }

  private static void line(StringBuilder text, int count, String what) {
    text.append("\n    %6d  %s".formatted(count, what));
  }
}
