package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.release.EtcdRelease;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The records of the etcd releases in the bucket. */
public final class EtcdReleases {
  private static final Comparator<EtcdRelease> ORDER =
      Comparator.comparing(EtcdRelease::version)
          .thenComparing(release -> release.archive().platform());

  private final RecordStore store;

  /** Reads and writes this store. */
  public EtcdReleases(RecordStore store) {
    this.store = store;
  }

  /** All of them, hidden ones too, the oldest version first. */
  public List<EtcdRelease> all() {
    return list(Keys.ETCD_RELEASE);
  }

  private List<EtcdRelease> list(String prefix) {
    return store.list(Table.CLUSTERS, Keys.RELEASES, prefix).stream()
        .map(item -> Codecs.ETCD_RELEASE.read(item.attributes(), item.key().toString()))
        .sorted(ORDER)
        .toList();
  }

  /** Records a release whose object is in the bucket; false where there is one already. */
  public boolean add(EtcdRelease release) {
    return store.write(put(release, Expect.noRecord())).written();
  }

  /** Offers no platform's archive of a version any more; how many there were. */
  public long hide(EtcdVersion version) {
    List<EtcdRelease> found = of(version);
    found.forEach(
        release ->
            store.write(put(release.hide(), Expect.is("sha256", release.archive().sha256()))));
    return found.size();
  }

  /** What a spec that asks for exactly this version resolves to; empty where none is stored. */
  public Optional<TargetRelease> target(EtcdVersion version) {
    if (version.patch().isEmpty()) {
      return Optional.empty();
    }
    List<EtcdRelease> found = of(version).stream().filter(release -> !release.hidden()).toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TargetRelease(version, found.stream().map(EtcdRelease::archive).toList()));
  }

  /** Reads no record of another version: one that cannot be read is in the way of its own. */
  private List<EtcdRelease> of(EtcdVersion version) {
    return list(Keys.ETCD_RELEASE + version + "#");
  }

  private static Write put(EtcdRelease release, Expect expect) {
    Key key = Keys.etcdRelease(release.version(), release.archive().platform());
    return new Write.Put(new Item(key, Codecs.ETCD_RELEASE.write(release)), expect);
  }
}
