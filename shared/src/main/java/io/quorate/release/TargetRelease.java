package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.List;

/**
 * The release that a cluster's spec was resolved to when it was applied. The controller acts on it
 * only while the spec asks for the same version.
 *
 * @param version the exact release
 * @param archives one for each platform; none where every node had the release and it is not stored
 */
public record TargetRelease(EtcdVersion version, List<ReleaseArchive> archives) {
  public TargetRelease {
    archives = List.copyOf(archives);
  }
}
