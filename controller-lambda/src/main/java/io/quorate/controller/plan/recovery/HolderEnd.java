package io.quorate.controller.plan.recovery;

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

  /** It may hold data: nothing is assumed. */
  record Unknown(InstanceId instance, String why) implements HolderEnd {}
}
