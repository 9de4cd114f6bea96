package io.quorate.controller.decision;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.Lineage;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;

/** Writes of the lineage record. */
public final class LineageWrites {
  private LineageWrites() {}

  /** Replaces the lineage that was read, and only that one. */
  public static Write replace(ClusterView view, Lineage next) {
    Lineage read = view.lineage();
    return new Write.Put(
        new Item(Keys.lineage(view.cluster()), Codecs.LINEAGE.write(next)),
        Expect.all(
            Expect.is("uid", read.uid().value()),
            Expect.is("state", read.state().name()),
            Expect.is("generation", read.generation().value())));
  }
}
