package io.quorate.instruction;

/**
 * What one agent is told. An agent acts on it only while its generation and token are the newest it
 * has seen (I4), in steps that each check before they do.
 */
public sealed interface Instruction permits JoinCluster, RemoveMember {
  /** Who is told, for which generation, by which turn of the controller. */
  InstructionHeader header();

  /** The kind. */
  InstructionKind kind();
}
