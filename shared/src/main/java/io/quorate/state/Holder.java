package io.quorate.state;

import io.quorate.model.Generation;
import java.time.Instant;
import java.util.Optional;

/**
 * An instance that holds, or held, a generation's data. It is recorded in the transaction that lets
 * it have data, before it can have any.
 *
 * @param generation whose data
 * @param diskId the disk it was told for; empty where that was not known
 * @param since when it was recorded, by the controller's clock
 * @param seenIn the region and account in which this cluster's control plane saw EC2 show it, as
 *     {@code us-east-1/123456789012}
 * @param unknownSince the first look in that region and account at which EC2 did not know it,
 *     though it showed others; empty while it is shown
 */
public record Holder(
    Generation generation,
    String diskId,
    Instant since,
    Optional<String> seenIn,
    Optional<Instant> unknownSince) {
  /** One that EC2 has not shown yet. */
  public Holder(Generation generation, String diskId, Instant since) {
    this(generation, diskId, since, Optional.empty(), Optional.empty());
  }

  /** The same, shown by EC2 there. */
  public Holder shownIn(String place) {
    return new Holder(generation, diskId, since, Optional.of(place), Optional.empty());
  }

  /** The same, which EC2 does not know since then. */
  public Holder unknown(Instant at) {
    return new Holder(generation, diskId, since, seenIn, Optional.of(at));
  }

  /** The same, of which nothing is known any more: whatever was counted begins anew. */
  public Holder notMissed() {
    return new Holder(generation, diskId, since, seenIn, Optional.empty());
  }

  /** The same for a newer generation, seen as before. */
  Holder seenAs(Holder before) {
    return seenIn.isPresent()
        ? this
        : new Holder(generation, diskId, since, before.seenIn(), before.unknownSince());
  }
}
