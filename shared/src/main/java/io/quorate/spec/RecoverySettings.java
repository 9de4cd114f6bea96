package io.quorate.spec;

/**
 * How a cluster whose data is lost comes back.
 *
 * @param mode who begins a recovery
 */
public record RecoverySettings(Mode mode) {
  /** A recovery begins by itself. */
  public static final RecoverySettings AUTOMATIC = new RecoverySettings(Mode.AUTOMATIC);

  /** Who begins a recovery. */
  public enum Mode {
    /** The controller, when the data is proved lost. */
    AUTOMATIC,
    /** An operator, who approves its plan. */
    APPROVE
  }

  /** Whether an operator has to approve each recovery. */
  public boolean needsApproval() {
    return mode == Mode.APPROVE;
  }
}
