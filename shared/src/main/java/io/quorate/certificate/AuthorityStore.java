package io.quorate.certificate;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.Optional;

/**
 * Where the authorities' keys are kept, each together with its certificate, created once and never
 * changed. Only the controller's role may read it.
 */
public interface AuthorityStore {
  /** The two authorities of a cluster. */
  enum Authority {
    PEERS("peers"),
    CLIENTS("clients");

    private final String word;

    Authority(String word) {
      this.word = word;
    }

    /** As the object is called. */
    public String word() {
      return word;
    }
  }

  /**
   * Key and certificate, as PEM.
   *
   * @throws AuthorityUnavailableException when the store did not answer
   */
  Optional<String> read(ClusterName cluster, ClusterUid uid, Authority authority);

  /**
   * Keeps key and certificate, unless some are kept already.
   *
   * @return what is kept by now
   * @throws AuthorityUnavailableException when the store did not take it
   */
  String createOnce(ClusterName cluster, ClusterUid uid, Authority authority, String pem);
}
