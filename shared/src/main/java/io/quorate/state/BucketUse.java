package io.quorate.state;

/** What the controller needs the bucket for; that one fails holds up none of the others. */
public enum BucketUse {
  /** Its look at all snapshots. */
  LOOK,
  /** What it deletes and pins there. */
  SNAPSHOTS,
  /** The authorities' keys, with which certificates are signed. */
  AUTHORITIES
}
