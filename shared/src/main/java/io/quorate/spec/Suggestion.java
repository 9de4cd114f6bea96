package io.quorate.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The known name that a person most likely meant. */
final class Suggestion {
  private static final int LONGEST = 64;

  private Suggestion() {}

  /** The end of the error message about an unknown field: what was meant, or where to look. */
  static String forField(String unknown) {
    Comparator<String> sameSectionFirst =
        Comparator.comparing(path -> !section(path).equals(section(unknown)));
    List<String> known =
        Stream.concat(SpecFields.ALL.stream().map(SpecField::path), SpecTreeWalk.SECTIONS.stream())
            .sorted(sameSectionFirst.thenComparing(Comparator.naturalOrder()))
            .toList();
    return nearest(lastWord(unknown), known, Suggestion::lastWord)
        .map(path -> "; did you mean " + path + "?")
        .orElse("; docs/configuration.md lists every field");
  }

  /** The first of the known names with the fewest edits to its word; empty when none is near. */
  static Optional<String> nearest(
      String word, Collection<String> known, UnaryOperator<String> wordOf) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    return known.stream()
        .filter(name -> distance(word, wordOf.apply(name)) <= 1 + word.length() / 4)
        .min(Comparator.comparingInt(name -> distance(word, wordOf.apply(name))));
  }

  private static String lastWord(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static String section(String path) {
    return path.substring(0, path.lastIndexOf('.') + 1);
  }

  /** Levenshtein's distance, upper and lower case alike. */
  private static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= left.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        boolean same =
            Character.toLowerCase(left.charAt(line - 1))
                == Character.toLowerCase(right.charAt(column - 1));
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column - 1], row[column]));
      }
    }
    return row[right.length()];
  }
}
