package io.quorate.agent.execution;

import io.quorate.model.Generation;
import java.util.Comparator;

/**
 * That the member on this disk was taken out of service for a recovery, for good.
 *
 * @param generation the generation that was fenced
 * @param recoveryId the recovery that asked for it
 * @param directory the name of the member's directory, which is archived
 * @param lastTerm term of the last entry of its log
 * @param lastIndex index of the last entry of its log
 */
public record JournalFence(
    Generation generation, String recoveryId, String directory, long lastTerm, long lastIndex) {
  /** Which went farther: by generation, then term, then index. */
  static final Comparator<JournalFence> BY_REACH =
      Comparator.comparing(JournalFence::generation)
          .thenComparing(JournalFence::lastTerm)
          .thenComparing(JournalFence::lastIndex);
}
