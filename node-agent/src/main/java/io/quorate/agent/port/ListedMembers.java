package io.quorate.agent.port;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/**
 * A member list, read on one endpoint after a linearizable read on that same endpoint.
 *
 * @param clusterId the cluster that answered
 * @param answeredBy the member that answered
 * @param members all members
 * @param readRefused that etcd's access control refused the read, which a quorum had confirmed by
 *     then; releases before 3.5.28 list the members all the same
 */
public record ListedMembers(
    EtcdClusterId clusterId,
    MemberId answeredBy,
    List<Listed> members,
    Optional<String> readRefused) {
  /** One member and where clients reach it. */
  public record Listed(MemberEntry entry, List<String> clientUrls) {
    public Listed {
      clientUrls = List.copyOf(clientUrls);
    }
  }

  public ListedMembers {
    members = List.copyOf(members);
  }

  /** Of an etcd that answered the read. */
  public ListedMembers(EtcdClusterId clusterId, MemberId answeredBy, List<Listed> members) {
    this(clusterId, answeredBy, members, Optional.empty());
  }

  /** The same of an etcd that refused the read. */
  public ListedMembers afterRefusal(String words) {
    return new ListedMembers(clusterId, answeredBy, members, Optional.of(words));
  }

  /** The entry of a member. */
  public Optional<MemberEntry> member(MemberId id) {
    return entries().stream().filter(entry -> entry.id().equals(id)).findFirst();
  }

  /** The entry with a peer URL. */
  public Optional<MemberEntry> at(String peerUrl) {
    return entries().stream().filter(entry -> entry.peerUrls().contains(peerUrl)).findFirst();
  }

  /** Those that have ever started; the others hold no data. */
  public List<Listed> started() {
    return members.stream().filter(member -> member.entry().started()).toList();
  }

  /** All entries. */
  public List<MemberEntry> entries() {
    return members.stream().map(Listed::entry).toList();
  }
}
