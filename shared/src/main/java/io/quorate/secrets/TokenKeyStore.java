package io.quorate.secrets;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;

/**
 * Where the private keys are kept with which etcd signs its tokens: one for each cluster and sign
 * method, created once and never changed. Only the controller writes one, and only the cluster's
 * agents read it.
 */
public interface TokenKeyStore {
  /**
   * The key, as PEM.
   *
   * @throws SecretUnavailableException when there is none, or it was not given
   */
  String read(ClusterName cluster, ClusterUid uid, String signMethod)
      throws SecretUnavailableException;

  /**
   * Keeps a key, unless one is kept already.
   *
   * @throws SecretUnavailableException when the store did not take it
   */
  void createOnce(ClusterName cluster, ClusterUid uid, String signMethod, String pem)
      throws SecretUnavailableException;
}
