package io.quorate.controller.reconcile;

import io.quorate.model.FencingToken;
import java.util.List;

/** What became of a person's wish to go on with an older table. */
public sealed interface Resumed {
  /** The controller decides again, by tokens from this one on. */
  record Done(FencingToken token) implements Resumed {}

  /** It was not halted for an older table; nothing was written. */
  record NotHalted() implements Resumed {}

  /** It may not be resumed as things are; nothing was written but the lease. */
  record Refused(List<String> why) implements Resumed {}

  /** A turn holds the lease; nothing was written. */
  record Busy() implements Resumed {}
}
