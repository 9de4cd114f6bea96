package io.quorate.controller.bouncycastle;

import io.quorate.certificate.AuthorityStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One cluster's authorities in memory. */
public final class KeptAuthorities implements AuthorityStore {
  /** Key and certificate of each. */
  public final Map<Authority, String> kept = new EnumMap<>(Authority.class);

  @Override
  public Optional<String> read(ClusterName cluster, ClusterUid uid, Authority authority) {
    return Optional.ofNullable(kept.get(authority));
  }

  @Override
  public String createOnce(ClusterName cluster, ClusterUid uid, Authority authority, String pem) {
    kept.putIfAbsent(authority, pem);
    return Objects.requireNonNull(kept.get(authority));
  }
}
