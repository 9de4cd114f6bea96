package io.quorate.snapshot;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;

/** Where archived directories stand in the bucket. */
public final class DirectoryKeys {
  private DirectoryKeys() {}

  /** One archived directory, as a tar file; no other directory has this key. */
  public static String of(
      ClusterName cluster, ClusterUid uid, InstanceId instance, ArchivedLog log) {
    return cluster
        + "/"
        + uid
        + "/directories/"
        + log.generation()
        + "/"
        + instance
        + "-"
        + log.diskId()
        + "-"
        + log.directory()
        + ".tar";
  }
}
