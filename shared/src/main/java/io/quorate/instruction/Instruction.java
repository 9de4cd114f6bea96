package io.quorate.instruction;

import io.quorate.model.MemberId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one agent is told. An agent acts on it only while its generation and token are the newest it
 * has seen (I4), in steps that each check before they do.
 */
public sealed interface Instruction permits JoinCluster, RemoveMember, LeaveCluster, RestartMember {
  /** Who is told, for which generation, by which turn of the controller. */
  InstructionHeader header();

  /** The kind. */
  InstructionKind kind();

  /** The member that it removes, where it removes one. */
  Optional<MemberId> removes();

  /** How long its executor may work on it; then the executor undoes it. */
  Duration deadline();

  /** What it may do to the membership, in the order in which that takes place. */
  default List<InstructionEffect> effects() {
    return InstructionEffect.of(kind(), header().executor(), removes());
  }
}
