package io.quorate.simulation.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that makes a run: the same scenario runs the same way, on every machine.
 *
 * @param seed of all chance within
 * @param faultsMillis for how long things go wrong; after that they must mend
 * @param knobs how much of everything; a missing one is calm
 * @param faults in their order
 */
public record Scenario(long seed, long faultsMillis, Map<Knob, Integer> knobs, List<Fault> faults) {
  public Scenario {
    EnumMap<Knob, Integer> copy = new EnumMap<>(Knob.class);
    copy.putAll(knobs);
    knobs = java.util.Collections.unmodifiableMap(copy);
    faults = List.copyOf(faults);
  }

  /** How much of it. */
  public int knob(Knob knob) {
    return knobs.getOrDefault(knob, knob.calm());
  }

  /** Whether there are others beside the one cluster that all faults are aimed at. */
  public boolean aimed() {
    return knob(Knob.AIMED) == 1 && knob(Knob.CLUSTERS) > 1;
  }

  /** As text, one line each. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed).append('\n');
    text.append("faults-for ").append(faultsMillis).append('\n');
    knobs.forEach((knob, value) -> text.append(knob).append(' ').append(value).append('\n'));
    faults.forEach(fault -> text.append(fault.line()).append('\n'));
    return text.toString();
  }

  /**
   * Reads such text; lines that begin with # are for people.
   *
   * @throws IllegalArgumentException when a line is none of these
   */
  public static Scenario parse(String text) {
    long seed = 0;
    long millis = 0;
    Map<Knob, Integer> knobs = new EnumMap<>(Knob.class);
    List<Fault> faults = new ArrayList<>();
    for (String line : text.lines().map(String::trim).toList()) {
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split("\\s+", 2);
      try {
        switch (words[0]) {
          case "seed" -> seed = Long.parseLong(words[1]);
          case "faults-for" -> millis = Long.parseLong(words[1]);
          case "at" -> faults.add(Fault.parse(line));
          default -> knobs.put(Knob.valueOf(words[0]), Integer.parseInt(words[1]));
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IllegalArgumentException(
            "line '"
                + line
                + "', expected 'seed N', 'faults-for MILLIS', 'KNOB N' or 'at MILLIS FAULT pick N"
                + " amount N'",
            e);
      }
    }
    return new Scenario(seed, millis, knobs, faults);
  }

  /** The same without some of its faults. */
  public Scenario with(List<Fault> fewer) {
    return new Scenario(seed, faultsMillis, knobs, fewer);
  }

  /** The same with one thing calm. */
  public Scenario calm(Knob knob) {
    Map<Knob, Integer> next = new EnumMap<>(Knob.class);
    next.putAll(knobs);
    next.remove(knob);
    return new Scenario(seed, faultsMillis, next, faults);
  }

  /** The same, mending after that time. */
  public Scenario lasting(long millis) {
    return new Scenario(seed, millis, knobs, faults);
  }
}
