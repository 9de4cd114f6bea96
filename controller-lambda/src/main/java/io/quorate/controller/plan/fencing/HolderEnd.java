package io.quorate.controller.plan.fencing;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.model.InstanceId;
import java.util.Optional;

/** What is known of one instance that may hold a generation's data. */
public sealed interface HolderEnd {
  /** The instance. */
  InstanceId instance();

  /** For people. */
  String why();

  /**
   * It is proved to hold nothing that could serve.
   *
   * @param evidence the heartbeat that proves it, which has to be written in the turn that decides;
   *     empty where EC2's word does
   */
  record Gone(InstanceId instance, String why, Optional<HeartbeatVersion> evidence)
      implements HolderEnd {}

  /**
   * Its member is fenced for the recovery that runs: its data can never serve, and may be salvaged.
   *
   * @param evidence the heartbeat that proves it, which has to be written in the turn that decides
   * @param lastTerm term of the last entry of its log
   * @param lastIndex index of the last entry of its log
   */
  record Fenced(
      InstanceId instance, String why, HeartbeatVersion evidence, long lastTerm, long lastIndex)
      implements HolderEnd {}

  /** It may hold data: nothing is assumed. */
  record Unknown(InstanceId instance, String why) implements HolderEnd {}
}
