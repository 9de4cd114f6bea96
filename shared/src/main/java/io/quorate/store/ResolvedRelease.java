package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.release.TargetRelease;
import io.quorate.spec.ClusterSpec;
import java.util.List;
import java.util.Optional;

/**
 * The release that an apply of a spec resolves it to: the one in the bucket, or the one of the
 * apply before, which may be hidden since; or, without an archive, one that every node has already
 * while members run another.
 */
final class ResolvedRelease {
  private final Key key;
  private final Optional<TargetRelease> before;
  private final Optional<TargetRelease> target;

  /** Reads what an apply of this spec would write. */
  ResolvedRelease(RecordStore store, ClusterSpec spec) {
    key = Keys.release(spec.name());
    before = Optional.ofNullable(store.read(List.of(key)).get(key)).flatMap(ResolvedRelease::read);
    target =
        new EtcdReleases(store)
            .target(spec.etcd().version())
            .or(() -> before.filter(release -> release.version().equals(spec.etcd().version())))
            .or(
                () ->
                    new RunningReleases(store).wayBack(spec)
                        ? Optional.of(new TargetRelease(spec.etcd().version(), List.of()))
                        : Optional.empty())
            .map(release -> before.map(release::after).orElse(release));
  }

  /** A record that cannot be read counts as none: the next one is written over it. */
  private static Optional<TargetRelease> read(Item item) {
    try {
      return Optional.of(Codecs.TARGET_RELEASE.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** Whether there is one. */
  boolean present() {
    return target.isPresent();
  }

  /** Whether an apply of the same spec changes the record. */
  boolean changes() {
    return target.isPresent() && !target.equals(before);
  }

  /** The record, to be written beside the spec. */
  List<Write> writes() {
    return target.stream()
        .<Write>map(
            release ->
                new Write.Put(
                    new Item(key, Codecs.TARGET_RELEASE.write(release)), Expect.anything()))
        .toList();
  }
}
