package io.quorate.state;

import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.util.List;

/**
 * One line of a member list.
 *
 * @param id member id
 * @param name etcd name, which is the instance id; empty while the member never started
 * @param peerUrls advertised peer URLs
 * @param learner whether it is a learner
 */
public record MemberEntry(
    MemberId id,
    @Wire.Cut(2 * Wire.ID) String name,
    @Wire.Most(Wire.URLS) @Wire.Longest(Wire.URL) List<String> peerUrls,
    boolean learner) {
  public MemberEntry {
    peerUrls = List.copyOf(peerUrls);
  }

  /** Whether the member has ever published itself. */
  public boolean started() {
    return !name.isEmpty();
  }
}
