package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.Optional;

/**
 * The line by which a member writes its files; etcd tells it from 3.6 on. It stays that of the
 * oldest listed member, and rises within seconds once none is older: from then on a member goes
 * back to the line before only after a downgrade was enabled.
 *
 * @param version the line, as etcd writes it: {@code 3.6.0}
 * @param downgrade the line that the cluster was allowed to go back to, while it was
 */
public record StorageVersion(EtcdVersion version, Optional<EtcdVersion> downgrade) {
  /** Whether etcd of this release may be started on the files. */
  public boolean readableBy(EtcdVersion release) {
    return !release.olderLineThan(version);
  }
}
