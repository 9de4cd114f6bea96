package io.quorate.secrets;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Keys of tokens in memory. */
public final class KeptTokenKeys implements TokenKeyStore {
  /** The keys, by cluster, UID and sign method. */
  public final Map<String, String> kept = new TreeMap<>();

  /** Why neither is done what is asked; empty while it is. */
  public Optional<String> away = Optional.empty();

  @Override
  public String read(ClusterName cluster, ClusterUid uid, String signMethod)
      throws SecretUnavailableException {
    answer();
    String pem = kept.get(name(cluster, uid, signMethod));
    if (pem == null) {
      throw new SecretUnavailableException("there is none");
    }
    return pem;
  }

  @Override
  public void createOnce(ClusterName cluster, ClusterUid uid, String signMethod, String pem)
      throws SecretUnavailableException {
    answer();
    kept.putIfAbsent(name(cluster, uid, signMethod), pem);
  }

  private void answer() throws SecretUnavailableException {
    if (away.isPresent()) {
      throw new SecretUnavailableException(away.get());
    }
  }

  private static String name(ClusterName cluster, ClusterUid uid, String signMethod) {
    return cluster + " " + uid + " " + signMethod;
  }
}
