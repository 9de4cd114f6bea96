package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * How members change their release of etcd.
 *
 * @param soak how long a member serves the new release before the next one changes; empty: the next
 *     follows at once
 * @param finalizes who lets a newer release line become the cluster's, from which members go back
 *     by a downgrade alone
 */
public record UpgradeSettings(Optional<Duration> soak, Finalizes finalizes) {
  /** As a spec without the section has it. */
  public static final UpgradeSettings DEFAULT =
      new UpgradeSettings(Optional.of(Duration.ofMinutes(5)), Finalizes.AUTOMATIC);

  /** Who lets the cluster's version rise to another line. */
  public enum Finalizes {
    /** The controller, by the same gate as before every member. */
    AUTOMATIC("automatic"),
    /** A person, by {@code quorate upgrade approve}. */
    APPROVE("approve");

    private final String word;

    Finalizes(String word) {
      this.word = word;
    }

    /** How a spec writes it. */
    public String word() {
      return word;
    }
  }
}
