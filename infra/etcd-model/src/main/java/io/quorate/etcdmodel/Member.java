package io.quorate.etcdmodel;

import io.quorate.model.MemberId;

/**
 * A member as etcd lists it.
 *
 * @param id its id
 * @param peerUrl where its peers reach it
 * @param name its name, empty until it has started once
 * @param clientUrl where clients reach it, empty until it has started once
 * @param learner whether it only learns
 */
public record Member(MemberId id, String peerUrl, String name, String clientUrl, boolean learner) {
  /** Whether it has ever published its name. */
  public boolean started() {
    return !name.isEmpty();
  }

  Member promoted() {
    return new Member(id, peerUrl, name, clientUrl, false);
  }

  /** Below 3.5.31 an update forgets that a member only learns. */
  Member at(String itsPeerUrl) {
    return new Member(id, itsPeerUrl, name, clientUrl, false);
  }

  Member published(String itsName, String itsClientUrl) {
    return new Member(id, peerUrl, itsName, itsClientUrl, learner);
  }
}
