package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.instance.Ec2State;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The instances that groups launch and terminate. */
public interface InstanceSource {
  /** Whether instances can be launched from a template of this name. */
  boolean knows(String template);

  /**
   * The number of a template's version, which is a number, {@code $Latest} or {@code $Default};
   * empty where there is none.
   */
  Optional<Integer> version(String template, String version);

  /**
   * Launches one instance and returns its id.
   *
   * @throws IOException if EC2 would refuse; the message is shown in the scaling activity
   */
  String launch(String template, int version, String zone, Map<String, String> tags)
      throws IOException;

  /**
   * Launches an instance whose volume cannot be made: it ends before it ran.
   *
   * @throws IOException if EC2 would refuse; the message is shown in the scaling activity
   */
  String launchRefused(
      String template, int version, String zone, Map<String, String> tags, String reason)
      throws IOException;

  /** Begins an instance's termination; harmless again, and for one that is gone. */
  void terminate(String instance);

  /** An instance's state; empty once it is no longer listed. */
  Optional<Ec2State> state(String instance);

  /** What EC2 says of the end of an instance that it still lists. */
  Optional<String> endReason(String instance);
}
