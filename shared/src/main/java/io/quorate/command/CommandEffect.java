package io.quorate.command;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;

/**
 * What a command may do to the membership. Whoever judges a change asks for these, and never for
 * the kind of the command.
 */
public sealed interface CommandEffect {
  /** The executor may become a voter under an id that is not known yet. */
  record Promotes(InstanceId instance) implements CommandEffect {}

  /** A member may leave the member list. */
  record Removes(MemberId member) implements CommandEffect {}

  /** The executor may stop its etcd for good. */
  record Stops(InstanceId instance) implements CommandEffect {}

  /** The executor's etcd may be down for a while; its member stays listed. */
  record Restarts(InstanceId instance) implements CommandEffect {}

  /**
   * The executor's etcd may answer nothing for a while; it runs on, and its member stays listed.
   */
  record Blocks(InstanceId instance) implements CommandEffect {}
}
