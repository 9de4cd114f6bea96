package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.controller.plan.Reason;
import io.quorate.state.Birth;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.LineageArchive;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import java.util.List;

/**
 * FinishBirth: 1. records the twin of the birth, which stands in the lineage already, in the
 * archive; 2. makes the birth final. An archive that knows better halts the cluster.
 */
final class FinishingBirth {
  private FinishingBirth() {}

  static Acted finish(
      RecordStore store, LineageArchive archive, Scene scene, Decision.FinishBirth decision) {
    Lineage read = scene.view().lineage();
    if (read.state() != Lineage.State.COMMITTING
        || read.birth().filter(decision.birth()::equals).isEmpty()) {
      throw new IllegalStateException(
          "birth " + decision.birth().nonce() + " to be finished is not the recorded one: " + read);
    }
    return switch (twin(store, archive, scene, decision.birth())) {
      case LineageArchive.Twin.Recorded recorded ->
          new Intent(store, scene)
              .with(DecidingBirth.lineage(scene, read, read.committed()))
              .withStatus()
              .journalled()
              .commit(new Acted.Changed("archived"));
      case LineageArchive.Twin.OtherCluster other ->
          halt(
              store,
              scene,
              Condition.Type.ARCHIVE_FOREIGN,
              "the archive holds cluster UID "
                  + other.uid()
                  + " under the name "
                  + scene.view().cluster()
                  + ", the table "
                  + read.uid()
                  + ": apply under another name, or archive the old cluster's objects");
      case LineageArchive.Twin.OtherBirth other ->
          halt(
              store,
              scene,
              Condition.Type.TABLE_ROLLED_BACK,
              "the archive holds another birth of generation "
                  + read.generation()
                  + " (nonce "
                  + other.nonce()
                  + ", the table's is "
                  + decision.birth().nonce()
                  + "): the table was restored or emptied; restore the newer one");
    };
  }

  /**
   * An archive that takes nothing may go on so: that is shown, and the turn fails, to be repeated.
   */
  private static LineageArchive.Twin twin(
      RecordStore store, LineageArchive archive, Scene scene, Birth birth) {
    try {
      return archive.record(scene.view().cluster(), scene.view().lineage().uid(), birth);
    } catch (StoreUnavailableException e) {
      Status read = scene.view().status();
      if (read.conditions().stream().noneMatch(c -> c.type() == Condition.Type.BIRTH_STALLED)) {
        String why = "the archive does not take the birth, which waits for it: " + e.getMessage();
        new Intent(store, scene)
            .withStatus(
                read.showing(
                    read.phase(),
                    List.of(
                        new Condition(
                            Condition.Type.BIRTH_STALLED, why, scene.view().observedAt()))))
            .journalled(Reason.of("BIRTH_STALLED", why))
            .commit(new Acted.Noted());
      }
      throw e;
    }
  }

  private static Acted halt(RecordStore store, Scene scene, Condition.Type type, String message) {
    Status read = scene.view().status();
    Status halted = Halting.halted(read, type, message, scene.view().observedAt());
    if (halted.equals(read)) {
      return new Acted.Nothing();
    }
    return new Intent(store, scene)
        .withStatus(halted)
        .journalled(Reason.of(type.name(), message))
        .commit(new Acted.Noted());
  }
}
