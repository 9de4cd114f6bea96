package io.quorate.controller.plan;

import io.quorate.state.Heartbeat;

/**
 * The state of a heartbeat that a decision rests on. Each boot of an agent counts its state
 * versions from one: only both together tell one state from another.
 *
 * @param bootNonce which boot reported it
 * @param stateVersion which of that boot's states it is
 * @param now whether the heartbeat has to be written in the very turn that decides
 */
public record ReliedOn(String bootNonce, long stateVersion, boolean now) {
  /** The state that a heartbeat shows. */
  static ReliedOn of(Heartbeat heartbeat) {
    return new ReliedOn(heartbeat.boot().nonce(), heartbeat.stateVersion(), false);
  }

  /** The same, of a heartbeat that an older one cannot stand in for. */
  static ReliedOn now(Heartbeat heartbeat) {
    return new ReliedOn(heartbeat.boot().nonce(), heartbeat.stateVersion(), true);
  }
}
