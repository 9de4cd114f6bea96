package io.quorate.controller.reconcile;

import java.util.List;

/** What became of a person's request to put a node row aside. */
public sealed interface StrikeResult {
  /** No turn believes it any more. */
  record Done() implements StrikeResult {}

  /** It is put aside already; nothing was written. */
  record Unchanged() implements StrikeResult {}

  /** It may not be put aside as things are; nothing was written but the lease. */
  record Refused(List<String> why) implements StrikeResult {}

  /** A turn holds the lease; nothing was written. */
  record Busy() implements StrikeResult {}
}
