package io.quorate.spec;

import io.quorate.wire.Wire;

/**
 * Where a user's password stands: in a file on each node, or in a secret of AWS Secrets Manager.
 * Its text is the path or the ARN. An agent that knows no secrets takes the ARN for a path that is
 * not on its node, and leaves the user out.
 *
 * @param kind which of the two
 * @param place the file's path, or the secret's ARN
 */
@Wire.Text
public record PasswordSource(Kind kind, String place) {
  /** What holds it, under the word that the spec has for it. */
  public enum Kind {
    /** A file on each node. */
    FILE("file"),
    /** A secret of AWS Secrets Manager. */
    SECRET("secret");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The field of {@code passwordFrom}. */
    public String word() {
      return word;
    }

    ScalarKind<String> form() {
      return switch (this) {
        case FILE -> ScalarKind.path();
        case SECRET -> ScalarKind.secret();
      };
    }
  }

  /** Reads the text: what begins as an ARN is one, for a path begins with a slash. */
  public static PasswordSource parse(String text) {
    Kind kind = text.startsWith("arn:") ? Kind.SECRET : Kind.FILE;
    return kind.form()
        .parse()
        .apply(text)
        .map(place -> new PasswordSource(kind, place))
        .orElseThrow(
            () -> new IllegalArgumentException("expected " + kind.form().allowed() + ": " + text));
  }

  @Override
  public String toString() {
    return place;
  }
}
