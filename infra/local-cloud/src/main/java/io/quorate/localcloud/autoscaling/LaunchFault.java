package io.quorate.localcloud.autoscaling;

import java.util.Arrays;
import java.util.Locale;

/** Why EC2 launches no instance for a group, with what Auto Scaling then says of it. */
public enum LaunchFault {
  /** The zone has no instance of the type left. */
  CAPACITY(
      "We currently do not have sufficient m7g.large capacity in the Availability Zone you requested (%s). Our system will be working on provisioning additional capacity"),
  /** The account may run no further vCPU of the type. */
  QUOTA(
      "You have requested more vCPU capacity than your current vCPU limit of 32 allows for the instance bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit"),
  /** The launch template names an image that was deregistered. */
  IMAGE("The image id '[ami-00000000000000000]' does not exist"),
  /** The subnet has no address left. */
  ADDRESSES(
      "There are not enough free addresses in subnet 'subnet-%s' to satisfy the requested number of instances"),
  /**
   * The key of the volume is disabled, or refused to Auto Scaling's role: EC2 accepts the launch,
   * and the instance ends before it ever ran.
   */
  KEY("");

  /** What EC2 says of an instance whose volume it could not make. */
  static final String CLIENT_ERROR = "Client.InternalError: Client error on launch";

  private final String words;

  LaunchFault(String words) {
    this.words = words;
  }

  /** What the failed activity says. */
  String in(String zone) {
    return words.formatted(zone);
  }

  /** The fault of this name, in small letters or capitals. */
  static LaunchFault of(String name) {
    return Arrays.stream(values())
        .filter(fault -> fault.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "fault is '%s', expected one of %s".formatted(name, Arrays.asList(values()))));
  }
}
