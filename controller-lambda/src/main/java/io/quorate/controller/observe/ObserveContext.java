package io.quorate.controller.observe;

import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.UnansweredCall;
import java.util.Map;

/**
 * What a look is made with.
 *
 * @param token the turn's fencing token
 * @param issued the newest token under which this table may have told a node anything: before a
 *     turn has written, the one before its own
 * @param nonce fresh for this look
 * @param clockName names the clock that this look is timed by
 * @param before what earlier turns observed; the same for every look of one turn, so that a turn
 *     counts once
 * @param unanswered the calls to AWS that earlier turns did not get answered
 */
public record ObserveContext(
    FencingToken token,
    FencingToken issued,
    String nonce,
    String clockName,
    Map<InstanceId, HeartbeatProgress> before,
    Map<String, UnansweredCall> unanswered) {
  public ObserveContext {
    before = Map.copyOf(before);
    unanswered = Map.copyOf(unanswered);
  }
}
