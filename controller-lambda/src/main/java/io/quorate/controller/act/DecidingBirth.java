package io.quorate.controller.act;

import io.quorate.codec.LineageCodec;
import io.quorate.controller.observe.Sight;
import io.quorate.controller.plan.Decision;
import io.quorate.state.Lineage;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.util.Optional;

/** DecideBirth: uses the right to bootstrap, which the lineage record grants once. */
final class DecidingBirth {
  private DecidingBirth() {}

  static Acted decide(RecordStore store, Scene scene, Decision.DecideBirth decision) {
    Lineage read = scene.view().lineage();
    Lineage next = read.committing(decision.birth());
    // A recorded birth is finished whatever else there is to see: another look would only cost
    // time.
    Sight.Seen recorded = scene.sight().after(next, scene.plan().status());
    return new Intent(store, scene)
        .with(lineage(scene, read, next))
        .withStatus()
        .journalled()
        .commit(new Acted.Changed("none", Optional.of(recorded)));
  }

  /** Replaces the lineage that was read, and only that one. */
  static Write lineage(Scene scene, Lineage read, Lineage next) {
    return new Write.Put(
        new Item(Keys.lineage(scene.view().cluster()), LineageCodec.write(next)),
        Expect.all(
            Expect.is("uid", read.uid().value()),
            Expect.is("state", read.state().name()),
            Expect.is("generation", read.generation().value())));
  }
}
