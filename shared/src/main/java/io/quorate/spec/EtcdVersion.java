package io.quorate.spec;

import io.quorate.wire.Wire;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An etcd release line such as 3.5, or one exact release such as 3.5.30. A line without patch means
 * any release of it that Quorate supports: the one installed on the instance.
 */
@Wire.Text
public record EtcdVersion(int major, int minor, OptionalInt patch) {
  /** The only line whose flags and tools this release of the agent knows. */
  public static final String SUPPORTED_LINE = "3.5";

  /** The oldest patch that may hold data: 3.5.0 to 3.5.2 can corrupt it after a crash. */
  public static final int FIRST_SAFE_PATCH = 3;

  private static final Pattern FORM = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})(?:\\.(\\d{1,4}))?");

  /** Reads "3.5" or "3.5.30", whether supported or not; empty for anything else. */
  public static Optional<EtcdVersion> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String patch = matcher.group(3);
    return Optional.of(
        new EtcdVersion(
            Integer.parseInt(matcher.group(1)),
            Integer.parseInt(matcher.group(2)),
            patch == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(patch))));
  }

  /** The release line, as in "3.5". */
  public String line() {
    return major + "." + minor;
  }

  /** Whether this release of Quorate runs it. */
  public boolean isSupported() {
    return line().equals(SUPPORTED_LINE) && patch.orElse(FIRST_SAFE_PATCH) >= FIRST_SAFE_PATCH;
  }

  /** Whether an installed release (with its patch) is what this version asks for. */
  public boolean accepts(EtcdVersion installed) {
    return installed.isSupported()
        && line().equals(installed.line())
        && (patch.isEmpty() || patch.equals(installed.patch));
  }

  @Override
  public String toString() {
    return patch.isPresent() ? line() + "." + patch.getAsInt() : line();
  }
}
