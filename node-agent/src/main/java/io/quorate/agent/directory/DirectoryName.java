package io.quorate.agent.directory;

import io.quorate.model.Generation;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data directory's name: the generation, padded so that names sort, and the directory's nonce.
 */
public record DirectoryName(Generation generation, String nonce) {
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9]{1,64}");
  private static final Pattern FORM = Pattern.compile("(\\d{6,18})-([A-Za-z0-9]{1,64})");

  /** Refuses a nonce that could not stand in a file name. */
  public DirectoryName {
    if (!NONCE.matcher(nonce).matches()) {
      throw new IllegalArgumentException(
          "directory nonce '" + nonce + "': expected 1 to 64 letters and digits");
    }
  }

  /** Reads a folder's name; empty when it is none that Quorate gave. */
  public static Optional<DirectoryName> parse(String name) {
    Matcher parts = FORM.matcher(name);
    return parts.matches()
        ? Optional.of(
            new DirectoryName(new Generation(Long.parseLong(parts.group(1))), parts.group(2)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%06d-%s", generation.value(), nonce);
  }
}
