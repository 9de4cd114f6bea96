package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;

/** How a lifecycle action ends. */
public enum HookResult {
  /** Go on; other hooks of the transition still hold. */
  CONTINUE,
  /** At launch: terminate and replace. At termination: terminate, whatever other hooks hold. */
  ABANDON;

  static HookResult of(String name) {
    return switch (name) {
      case "CONTINUE" -> CONTINUE;
      case "ABANDON" -> ABANDON;
      default ->
          throw AwsError.validation(
              "Lifecycle action result %s is not valid. Valid ones are CONTINUE and ABANDON."
                  .formatted(name));
    };
  }
}
