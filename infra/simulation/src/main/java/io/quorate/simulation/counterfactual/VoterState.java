package io.quorate.simulation.counterfactual;

/** Whether a voter can serve, by its disk and its machine. */
public enum VoterState {
  /** Its data is on its disk, synced, and its process runs or will be started again. */
  WHOLE,
  /** Its data is on its disk, but its machine hangs or is stopped until somebody ends that. */
  STANDS_STILL,
  /** Its data is not on its disk, or cannot be used, even if its process still runs. */
  LOST,
  /**
   * It is lost, and no process holds it in memory either: whoever ends its machine takes nothing.
   */
  GONE
}
