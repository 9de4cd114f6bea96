package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import java.util.Arrays;

/** The transitions that a lifecycle hook can hold. */
public enum Transition {
  /** Into service. */
  LAUNCHING("autoscaling:EC2_INSTANCE_LAUNCHING"),
  /** Out of the group. */
  TERMINATING("autoscaling:EC2_INSTANCE_TERMINATING");

  private final String wireName;

  Transition(String wireName) {
    this.wireName = wireName;
  }

  /** The transition's name in requests, replies and events. */
  public String wireName() {
    return wireName;
  }

  static Transition of(String name) {
    return Arrays.stream(values())
        .filter(transition -> transition.wireName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                AwsError.validation(
                    "Lifecycle transition %s is not valid. Valid ones are %s and %s."
                        .formatted(name, LAUNCHING.wireName, TERMINATING.wireName)));
  }
}
