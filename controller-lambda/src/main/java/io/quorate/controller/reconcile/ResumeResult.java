package io.quorate.controller.reconcile;

import io.quorate.model.FencingToken;
import java.util.List;

/** What became of a person's request to go on with an older table. */
public sealed interface ResumeResult {
  /** The controller decides again, by tokens from this one on. */
  record Done(FencingToken token) implements ResumeResult {}

  /** It was not halted for an older table; nothing was written. */
  record NotHalted() implements ResumeResult {}

  /** It may not be resumed as things are; nothing was written but the lease. */
  record Refused(List<String> why) implements ResumeResult {}

  /** A turn holds the lease; nothing was written. */
  record Busy() implements ResumeResult {}
}
