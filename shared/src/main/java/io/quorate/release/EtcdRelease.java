package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Instant;

/**
 * An etcd release in the bucket, for one platform. Its object is written once and never removed.
 *
 * @param version the exact release
 * @param archive its archive
 * @param addedBy who added it; for people only
 * @param addedAt by that person's clock; for people only
 * @param hidden whether it is offered to no further cluster
 */
public record EtcdRelease(
    EtcdVersion version,
    @Wire.Inline ReleaseArchive archive,
    @Wire.Cut(Wire.WORDS) String addedBy,
    Instant addedAt,
    boolean hidden) {
  /** What all objects of releases begin with; no cluster may have this name. */
  public static final String PREFIX = "releases";

  public EtcdRelease {
    if (version.patch().isEmpty()) {
      throw new IllegalArgumentException("release " + version + ": expected an exact version");
    }
  }

  /** The key of its object in the bucket. */
  public String key() {
    return key(version, archive.platform());
  }

  /** The key of a release's object in the bucket. */
  public static String key(EtcdVersion version, String platform) {
    return PREFIX + "/etcd/" + version + "/" + platform + ".tar.gz";
  }

  /** The same, hidden. */
  public EtcdRelease hide() {
    return new EtcdRelease(version, archive, addedBy, addedAt, true);
  }
}
