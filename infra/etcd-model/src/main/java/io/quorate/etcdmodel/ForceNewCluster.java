package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What {@code --force-new-cluster} does to a directory (etcdserver's {@code
 * restartAsStandaloneNode}).
 *
 * <ol>
 *   <li>Entries after the commit index, as far as that is known on disk, are dropped.
 *   <li>Entries that remove everyone else are appended, and count as committed.
 * </ol>
 */
final class ForceNewCluster {
  private ForceNewCluster() {}

  static void rewrite(EtcdDisk disk, String ownPeerUrl) {
    disk.log.truncateAfter(Math.max(disk.savedCommit, disk.backendIndex));
    SortedSet<MemberId> ids = new TreeSet<>(disk.log.base().voting().all());
    for (Entry entry : disk.log.slice(disk.log.base().index() + 1, disk.log.lastIndex())) {
      switch (entry.payload()) {
        case Payload.Add add -> ids.add(add.member());
        case Payload.Promote promote -> ids.add(promote.member());
        case Payload.Remove remove -> ids.remove(remove.member());
        case Payload.Update update -> {}
        case Payload.Nothing nothing -> {}
        case Payload.Put put -> {}
        case Payload.Attributes attributes -> {}
        case Payload.Fill fill -> {}
        case Payload.Compact compact -> {}
        case Payload.RaiseNoSpace raise -> {}
        case Payload.DisarmNoSpace disarm -> {}
        case Payload.ChangeAuth change -> {}
        case Payload.SetPassword set -> {}
        case Payload.ReadAuth read -> {}
      }
    }
    List<Payload> changes = new ArrayList<>();
    if (!ids.contains(disk.memberId)) {
      changes.add(new Payload.Add(0, disk.memberId, ownPeerUrl, false));
    }
    ids.stream()
        .filter(id -> !id.equals(disk.memberId))
        .forEach(id -> changes.add(new Payload.Remove(0, id)));
    for (Payload change : changes) {
      disk.log.append(List.of(new Entry(disk.term, disk.log.lastIndex() + 1, change)));
    }
    disk.savedCommit = disk.log.lastIndex();
  }
}
