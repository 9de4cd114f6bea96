package io.quorate.store;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import java.util.Locale;

/** The lineage mirror's keys in the bucket. */
public final class LineageKeys {
  private LineageKeys() {}

  /** The object that claims a name for a UID. */
  public static String claim(ClusterName cluster) {
    return cluster + "/claim.json";
  }

  /** The object of one generation. */
  public static String generation(ClusterName cluster, ClusterUid uid, Generation generation) {
    return String.format(Locale.ROOT, "%s/%s/lineage/%08d.json", cluster, uid, generation.value());
  }
}
