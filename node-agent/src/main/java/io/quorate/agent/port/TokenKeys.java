package io.quorate.agent.port;

import io.quorate.model.ClusterUid;
import io.quorate.spec.JwtToken;

/**
 * The keys of the bucket with which etcd signs its tokens. What keeps one from being used is told
 * by {@link EtcdHost#unfit}.
 */
public interface TokenKeys {
  /** A node that fetches none. */
  TokenKeys NONE =
      new TokenKeys() {
        @Override
        public void follow(ClusterUid uid) {}

        @Override
        public void fetch(JwtToken token) {}
      };

  /** Takes the keys of this cluster from now on. */
  void follow(ClusterUid uid);

  /**
   * Has the key on the disk, if the controller makes it and the bucket gives it; one that is there
   * and fits stays. It waits for the bucket, for some seconds at most.
   */
  void fetch(JwtToken token);
}
