package io.quorate.spec;

import java.util.Comparator;
import java.util.stream.Stream;

/** The known field that a person most likely meant. */
final class Suggestion {
  private static final int LONGEST = 64;
  private static final String NO_IDEA = "; docs/configuration.md lists every field";

  private Suggestion() {}

  /**
   * The end of an error message: the nearest known path by the edits between the last words, a
   * field of the same section first; without one, nothing.
   */
  static String nearest(String unknown) {
    String word = lastWord(unknown);
    if (word.length() > LONGEST) {
      return NO_IDEA;
    }
    return known()
        .filter(path -> distance(word, lastWord(path)) <= 1 + word.length() / 4)
        .min(
            Comparator.comparingInt((String path) -> distance(word, lastWord(path)))
                .thenComparing(path -> !section(path).equals(section(unknown))))
        .map(path -> "; did you mean " + path + "?")
        .orElse(NO_IDEA);
  }

  private static Stream<String> known() {
    Stream<String> fields = SpecFields.ALL.stream().map(SpecField::path);
    return Stream.concat(fields, Stream.of("etcd", "etcd.autoCompaction", "timings"));
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
