package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.ArchivedLog;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of an archived directory of an earlier generation, beside what was recovered. It is
 * judged once: the snapshot that it is compared with may go later.
 *
 * @param instance whose disk it is on
 * @param log the directory
 * @param fate how it compares
 * @param since when it was judged, by the controller's clock
 * @param copy its key in the bucket, once it stands there
 */
public record OldLog(
    InstanceId instance, ArchivedLog log, Fate fate, Instant since, Optional<String> copy) {
  /** How a directory compares with what was recovered. */
  public enum Fate {
    /** What was recovered reaches as far. */
    COVERED,
    /** An operator rolled back: what it holds beyond was given up. */
    GIVEN_UP,
    /** It holds entries that nobody serves. */
    DIVERGENT,
    /** It holds such entries, and an operator has acknowledged that. */
    ACKNOWLEDGED
  }

  /** Whether it is this directory's. */
  public boolean of(InstanceId other, ArchivedLog directory) {
    return instance.equals(other) && log.equals(directory);
  }

  /** Whether somebody is to look at it. */
  public boolean divergent() {
    return fate == Fate.DIVERGENT;
  }

  /** The same once an operator knows of it. */
  public OldLog acknowledged() {
    return divergent() ? new OldLog(instance, log, Fate.ACKNOWLEDGED, since, copy) : this;
  }

  /** The same once it stands in the bucket. */
  public OldLog copiedTo(String key) {
    return new OldLog(instance, log, fate, since, Optional.of(key));
  }
}
