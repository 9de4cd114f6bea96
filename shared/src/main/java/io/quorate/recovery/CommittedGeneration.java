package io.quorate.recovery;

import io.quorate.model.Generation;

/**
 * What a recovery committed.
 *
 * @param generation the new generation
 * @param sourceRevision revision of the restored file, as the trial found it: what is newer is lost
 * @param revisionSeen the highest revision that any node ever reported
 * @param targetRevision the revision at which the new generation begins
 */
public record CommittedGeneration(
    Generation generation, long sourceRevision, long revisionSeen, long targetRevision) {
  private static final long BETWEEN_GENERATIONS = 1_000_000_000L;

  /** Refuses revisions that go backwards. */
  public CommittedGeneration {
    if (targetRevision <= revisionSeen || targetRevision <= sourceRevision) {
      throw new IllegalArgumentException(
          "target revision "
              + targetRevision
              + ": expected above the source's "
              + sourceRevision
              + " and above the highest seen, "
              + revisionSeen);
    }
  }

  /** How many revisions above the source's were reported, and are lost. */
  public long lostRevisions() {
    return Math.max(0, revisionSeen - sourceRevision);
  }

  /** What is lost, for people. Across generations revisions are not counted: each begins far up. */
  public String loss() {
    if (lostRevisions() == 0) {
      return "no revision above the snapshot's " + sourceRevision + " was reported";
    }
    return lostRevisions() < BETWEEN_GENERATIONS
        ? lostRevisions() + " revisions above the snapshot's " + sourceRevision + " were reported"
        : "the snapshot ends at revision "
            + sourceRevision
            + ", and a later generation had served up to "
            + revisionSeen;
  }
}
