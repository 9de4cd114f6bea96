package io.quorate.controller.reconcile;

import java.util.List;

/** How a request to delete a cluster ended. */
public sealed interface DeleteResult {
  /** It is deleted. */
  record Done() implements DeleteResult {}

  /** It was deleted before; nothing was written. */
  record DoneBefore() implements DeleteResult {}

  /** A turn of the controller held the lease, or came between: run it again. */
  record Busy() implements DeleteResult {}

  /**
   * Members serve, or may serve; nothing was written.
   *
   * @param why one sentence for each
   */
  record Refused(List<String> why) implements DeleteResult {
    public Refused {
      why = List.copyOf(why);
    }
  }
}
