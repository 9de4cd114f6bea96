package io.quorate.controller.act;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.SecretUnavailableException;

/** The port to the keys with which etcd signs its tokens. */
@FunctionalInterface
public interface TokenKeys {
  /** A controller that keeps none. */
  TokenKeys NONE =
      (cluster, uid, signMethod) -> {
        throw new SecretUnavailableException("this controller has no bucket to keep keys in");
      };

  /**
   * Makes the cluster's key for a sign method, unless there is one. Harmless to repeat.
   *
   * @throws SecretUnavailableException when it cannot
   */
  void make(ClusterName cluster, ClusterUid uid, String signMethod)
      throws SecretUnavailableException;
}
