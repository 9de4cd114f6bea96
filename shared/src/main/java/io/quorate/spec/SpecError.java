package io.quorate.spec;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with a spec.
 *
 * @param path the field, as in {@code etcd.electionTimeout}; {@code (file)} for the text as a whole
 * @param given the value as it stands there, quoted and shortened for display
 * @param problem what is wrong, what is allowed, and what to do
 */
public record SpecError(String path, String given, String problem) {
  /** The path of an error that concerns the text as a whole. */
  public static final String WHOLE_FILE = "(file)";

  private static final int SHOWN = 80;

  /** An error about a raw value: text is quoted, and what is long is cut. */
  public static SpecError of(String path, @Nullable Object given, String problem) {
    return new SpecError(cut(path), show(given), problem);
  }

  private static String show(@Nullable Object given) {
    if (given == null) {
      return "nothing";
    }
    String text = cut(given.toString());
    return given instanceof String ? '"' + text + '"' : text;
  }

  private static String cut(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", "?");
    return printable.length() > SHOWN ? printable.substring(0, SHOWN) + "…" : printable;
  }

  /** The line that a person reads. */
  @Override
  public String toString() {
    return path + ": " + given + ": " + problem;
  }
}
