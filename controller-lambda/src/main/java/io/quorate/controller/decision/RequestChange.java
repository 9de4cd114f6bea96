package io.quorate.controller.decision;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;

/**
 * A step of an operator's request.
 *
 * @param before as it was read
 * @param after as it is written
 */
public record RequestChange(Request before, Request after) {
  /** The write, only over what was read. */
  public Write write(ClusterName cluster) {
    return new Write.Put(
        new Item(Keys.request(cluster, after.id()), Codecs.REQUEST.write(after)),
        Expect.is("state", before.state().name()));
  }
}
