package io.quorate.state;

import io.quorate.wire.Wire;

/** What the controller needs the bucket for; that one fails holds up none of the others. */
public enum BucketUse {
  /** Its look at all snapshots. */
  @Wire.Name("failing")
  LOOK,
  /** What it deletes and pins there. */
  @Wire.Name("failingSnapshots")
  SNAPSHOTS,
  /** The authorities' keys, with which certificates are signed. */
  @Wire.Name("failingAuthorities")
  AUTHORITIES,
  /** The keys with which etcd signs its tokens. */
  @Wire.Name("failingTokenKeys")
  TOKEN_KEYS
}
