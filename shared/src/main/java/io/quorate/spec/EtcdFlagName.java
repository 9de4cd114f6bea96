package io.quorate.spec;

import java.util.Locale;

/** The many ways to write one etcd flag, brought to one. */
final class EtcdFlagName {
  /** What etcd 3.5 puts before flags that 3.6 makes plain. */
  static final String EXPERIMENTAL = "experimental-";

  private EtcdFlagName() {}

  /** Drops leading dashes and the environment's prefix, lower-cases, and turns '_' into '-'. */
  static String normalise(String written) {
    String name =
        written.strip().replaceFirst("^-+", "").toLowerCase(Locale.ROOT).replace('_', '-');
    return name.startsWith("etcd-") ? name.substring("etcd-".length()) : name;
  }

  /** The name by which a flag is known whether it is still experimental or not. */
  static String withoutExperimental(String normalised) {
    return normalised.startsWith(EXPERIMENTAL)
        ? normalised.substring(EXPERIMENTAL.length())
        : normalised;
  }
}
