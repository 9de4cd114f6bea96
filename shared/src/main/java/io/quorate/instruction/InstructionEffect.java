package io.quorate.instruction;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an instruction may do to the membership. Whoever judges a change asks for these, and never
 * for the kind of the instruction.
 */
public sealed interface InstructionEffect {
  /** The executor may become a voter under an id that is not known yet. */
  record Promotes(InstanceId instance) implements InstructionEffect {}

  /** A member may leave the member list. */
  record Removes(MemberId member) implements InstructionEffect {}

  /** The executor may stop its etcd for good. */
  record Stops(InstanceId instance) implements InstructionEffect {}

  /** The executor's etcd may be down for a while; its member stays listed. */
  record Restarts(InstanceId instance) implements InstructionEffect {}

  /**
   * The effects of a kind, in the order in which they take place.
   *
   * @param target the member that is removed, where one is
   */
  static List<InstructionEffect> of(
      InstructionKind kind, InstanceId executor, Optional<MemberId> target) {
    List<InstructionEffect> effects = new ArrayList<>();
    target.map(Removes::new).ifPresent(effects::add);
    switch (kind) {
      case JOIN -> effects.add(new Promotes(executor));
      case REMOVE_MEMBER -> {}
      case LEAVE -> effects.add(new Stops(executor));
      case RESTART_MEMBER -> effects.add(new Restarts(executor));
    }
    return List.copyOf(effects);
  }
}
