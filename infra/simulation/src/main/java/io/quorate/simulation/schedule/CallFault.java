package io.quorate.simulation.schedule;

import java.util.OptionalLong;

/**
 * What becomes of one request over the network.
 *
 * @param there milliseconds until it arrives; as long as one likes
 * @param arrives whether it ever does
 * @param back milliseconds until its answer arrives; or, when it never arrived, until that is
 *     known, where it is not zero
 * @param answered whether the answer ever does
 * @param again milliseconds after which a second copy of it arrives
 */
public record CallFault(
    long there, boolean arrives, long back, boolean answered, OptionalLong again) {
  /** It works, at once. */
  public static final CallFault INSTANT = new CallFault(0, true, 0, true, OptionalLong.empty());

  /** It never arrives. */
  public static final CallFault LOST = new CallFault(0, false, 0, false, OptionalLong.empty());

  /** It never arrives, and the caller knows soon. */
  public static final CallFault FAILED = new CallFault(0, false, 20, false, OptionalLong.empty());

  /** It works, and takes this long each way. */
  public static CallFault fine(long there, long back) {
    return new CallFault(there, true, back, true, OptionalLong.empty());
  }

  boolean instant() {
    return arrives && answered && there == 0 && back == 0 && again.isEmpty();
  }
}
