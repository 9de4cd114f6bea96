package io.quorate.state;

import io.quorate.model.Generation;

/**
 * The farthest that any node ever reported, terminated ones included. Terms and indexes of
 * different generations are not compared; the revision is the highest of any generation.
 *
 * @param generation the newest generation reported
 * @param raftTerm highest term of that generation
 * @param raftIndex highest index of that term
 * @param revisionSeen highest revision of any generation
 */
public record Reached(Generation generation, long raftTerm, long raftIndex, long revisionSeen) {
  /** Nothing was reported yet. */
  public static final Reached NOTHING = new Reached(Generation.UNBOOTSTRAPPED, 0, 0, 0);

  /** The farther of this and what was reported, in each part. */
  public Reached with(Generation reported, long term, long index, long revision) {
    long highest = Math.max(revisionSeen, revision);
    boolean farther =
        generation.before(reported)
            || (generation.equals(reported)
                && (term > raftTerm || (term == raftTerm && index > raftIndex)));
    return farther
        ? new Reached(reported, term, index, highest)
        : new Reached(generation, raftTerm, raftIndex, highest);
  }
}
