package io.quorate.spec;

import io.quorate.wire.Wire;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An etcd release line such as 3.5, or one exact release such as 3.5.30. A line without patch means
 * any release of it that Quorate supports: the one installed on the instance.
 */
@Wire.Text
public record EtcdVersion(int major, int minor, OptionalInt patch)
    implements Comparable<EtcdVersion> {
  /** The line of a cluster whose spec names none. */
  public static final String DEFAULT_LINE = "3.5";

  /** The releases that this release of Quorate runs, for people. */
  public static final String SUPPORTED = "3.5 from 3.5.3 on, 3.6 or 3.7";

  /**
   * The lines whose flags and tools this release of Quorate knows, each with the oldest patch that
   * may hold data: 3.5.0 to 3.5.2 can corrupt it after a crash.
   */
  private static final Map<String, Integer> FIRST_PATCHES = Map.of("3.5", 3, "3.6", 0, "3.7", 0);

  private static final Comparator<EtcdVersion> ORDER =
      Comparator.comparingInt(EtcdVersion::major)
          .thenComparingInt(EtcdVersion::minor)
          .thenComparingInt(version -> version.patch().orElse(0));

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
    Integer first = FIRST_PATCHES.get(line());
    return first != null && patch.orElse(first) >= first;
  }

  /** Whether an installed release (with its patch) is what this version asks for. */
  public boolean accepts(EtcdVersion installed) {
    return installed.isSupported()
        && line().equals(installed.line())
        && (patch.isEmpty() || patch.equals(installed.patch));
  }

  /** Whether its line is older than the other's. */
  public boolean olderLineThan(EtcdVersion other) {
    return major < other.major || (major == other.major && minor < other.minor);
  }

  /** By major, minor and patch; a line without a patch stands before its releases. */
  @Override
  public int compareTo(EtcdVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return patch.isPresent() ? line() + "." + patch.getAsInt() : line();
  }
}
