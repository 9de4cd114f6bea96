package io.quorate.agent.etcd;

import io.quorate.model.MemberId;
import java.util.List;

/**
 * A member as one etcd lists it.
 *
 * @param name empty until the member has started for the first time
 */
public record EtcdMember(
    MemberId id, String name, List<String> peerUrls, List<String> clientUrls, boolean learner) {
  /** Copies the lists. */
  public EtcdMember {
    peerUrls = List.copyOf(peerUrls);
    clientUrls = List.copyOf(clientUrls);
  }

  /** Whether it ever started and published its name. */
  public boolean started() {
    return !name.isEmpty();
  }
}
