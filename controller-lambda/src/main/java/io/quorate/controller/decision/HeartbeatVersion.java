package io.quorate.controller.decision;

import io.quorate.state.Heartbeat;

/**
 * The state of a heartbeat that a decision rests on. Each boot of an agent counts its state
 * versions from one: only both together tell one state from another.
 *
 * @param incarnationNonce which boot reported it
 * @param stateVersion which of that boot's states it is
 * @param now whether the heartbeat has to be written in the very turn that decides
 */
public record HeartbeatVersion(String incarnationNonce, long stateVersion, boolean now) {
  /** The state that a heartbeat shows. */
  public static HeartbeatVersion of(Heartbeat heartbeat) {
    return new HeartbeatVersion(heartbeat.boot().nonce(), heartbeat.stateVersion(), false);
  }

  /** The same, of a heartbeat that has to be written in the turn that decides. */
  public static HeartbeatVersion now(Heartbeat heartbeat) {
    return new HeartbeatVersion(heartbeat.boot().nonce(), heartbeat.stateVersion(), true);
  }
}
