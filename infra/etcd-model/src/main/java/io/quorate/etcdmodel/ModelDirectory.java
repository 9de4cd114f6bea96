package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.EtcdIds;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A data directory. It may be copied, wiped, or replaced by an older copy; a process that runs on
 * it keeps the files it has open, whatever becomes of their names.
 */
public final class ModelDirectory {
  private Optional<EtcdDisk> content = Optional.empty();
  private boolean corrupt;
  private boolean full;

  /**
   * Whose a directory is and how far its log goes.
   *
   * @param clusterId the cluster's id
   * @param memberId the member's id
   * @param term the current term
   * @param lastTerm term of the last entry
   * @param lastIndex index of the last entry
   * @param commit the commit index, as far as it is written
   * @param received how often a leader's snapshot took the place of the key store
   * @param defragmented how often the key store was written anew
   */
  public record Summary(
      EtcdClusterId clusterId,
      MemberId memberId,
      long term,
      long lastTerm,
      long lastIndex,
      long commit,
      long received,
      long defragmented) {}

  /** What etcd wrote; empty when it never did. */
  public Optional<Summary> summary() {
    return content.map(
        d ->
            new Summary(
                d.clusterId,
                d.memberId,
                d.term,
                d.log.lastTerm(),
                d.log.lastIndex(),
                d.savedCommit,
                d.log.received(),
                d.defragmented));
  }

  /** Whether access control is on in what a restore has left; empty where it holds nothing. */
  public Optional<Boolean> authEnabled() {
    return content.map(d -> d.log.base().state().auth().enabled());
  }

  /** A copy of everything that is on the disk now. */
  public ModelDirectory copy() {
    ModelDirectory copy = new ModelDirectory();
    copy.content = content.map(EtcdDisk::copy);
    copy.corrupt = corrupt;
    return copy;
  }

  /** Empties it. */
  public void wipe() {
    content = Optional.empty();
    corrupt = false;
  }

  /** Replaces what it holds by what another holds; rolls it back when that is an older copy. */
  public void replaceBy(ModelDirectory other) {
    content = other.copy().content;
    corrupt = other.corrupt;
  }

  /** Damages it: etcd will not start on it. */
  public void corrupt() {
    corrupt = true;
  }

  /** A byte of a value in its key store changes: etcd, which has no checksums there, reads on. */
  public void changeByte(long by) {
    content.ifPresent(disk -> disk.log.changeByte(by));
  }

  /** Lets the disk be full, or have room again: etcd dies of the next write. */
  public void full(boolean isFull) {
    full = isFull;
  }

  /**
   * What a salvage makes of it: everything that its log holds, as if all of it were committed;
   * empty where nothing is in it, and where its member has no vote.
   */
  public Optional<SavedSnapshot> salvaged() {
    return content
        .filter(disk -> Salvage.voting(disk.log).voters().contains(disk.memberId))
        .map(disk -> new SavedSnapshot(Salvage.applied(disk.log)));
  }

  /** Whether it is damaged. */
  public boolean isCorrupt() {
    return corrupt;
  }

  boolean isFull() {
    return full;
  }

  Optional<EtcdDisk> content() {
    return content;
  }

  void hold(EtcdDisk disk) {
    content = Optional.of(disk);
  }

  /**
   * What {@code etcdutl snapshot restore} makes of a snapshot.
   *
   * @param bump revisions added, with everything older marked compacted
   */
  public static ModelDirectory restored(
      SavedSnapshot snapshot,
      String name,
      SortedMap<String, String> initialCluster,
      String token,
      long bump) {
    SortedMap<String, MemberId> ids = ids(initialCluster, token);
    Applied state = snapshot.state().copy();
    state.bump(bump);
    RaftConfig voting = RaftConfig.NOBODY;
    for (var entry : ids.entrySet()) {
      String url = initialCluster.getOrDefault(entry.getKey(), "");
      state.change(new Payload.Add(0, entry.getValue(), url, false));
      voting = voting.with(entry.getValue(), false);
    }
    RaftSnapshot base = new RaftSnapshot(ids.size(), 1, voting, state);
    MemberId own = Optional.ofNullable(ids.get(name)).orElseThrow();
    EtcdDisk disk =
        new EtcdDisk(EtcdIds.clusterId(ids.values()), own, new RaftLog(base, List.of()));
    disk.term = 1;
    disk.savedCommit = ids.size();
    disk.backendIndex = ids.size();
    ModelDirectory directory = new ModelDirectory();
    directory.hold(disk);
    return directory;
  }

  static SortedMap<String, MemberId> ids(SortedMap<String, String> cluster, String token) {
    SortedMap<String, MemberId> ids = new TreeMap<>();
    cluster.forEach((n, url) -> ids.put(n, EtcdIds.memberId(List.of(url), token)));
    return ids;
  }
}
