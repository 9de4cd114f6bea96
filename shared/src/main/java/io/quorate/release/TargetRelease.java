package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.List;
import java.util.Optional;

/**
 * The release that a cluster's spec was resolved to when it was applied. The controller acts on it
 * only while the spec asks for the same version.
 *
 * @param version the exact release
 * @param archives one for each platform; none where every node had the release and it is not stored
 * @param former the release of the spec before this one, for a node that joins while voters still
 *     write their files by its newer line; none before the first
 */
public record TargetRelease(
    EtcdVersion version, List<ReleaseArchive> archives, Optional<Former> former) {
  public TargetRelease {
    archives = List.copyOf(archives);
  }

  /**
   * A release that members may still run.
   *
   * @param archives one for each platform; none where it was never stored
   */
  public record Former(EtcdVersion version, List<ReleaseArchive> archives) {
    public Former {
      archives = List.copyOf(archives);
    }
  }

  /** The first of a cluster. */
  public TargetRelease(EtcdVersion version, List<ReleaseArchive> archives) {
    this(version, archives, Optional.empty());
  }

  /** The same, in the place of another. */
  public TargetRelease after(TargetRelease before) {
    return new TargetRelease(
        version,
        archives,
        before.version().equals(version)
            ? before.former()
            : Optional.of(new Former(before.version(), before.archives())));
  }
}
