package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one running member has and believes, as no client could ask it: for the simulator's checks.
 *
 * @param cluster its cluster's id
 * @param member its id
 * @param serving whether it serves clients: it has published itself since this start
 * @param leads whether it leads
 * @param leader whom it follows
 * @param term its term
 * @param committed its commit index
 * @param members the members it has applied
 * @param voters the voters raft counts
 * @param revision its key store's revision
 * @param keys its keys
 * @param activePeers members it is connected with, and since when
 */
public record MemberSnapshot(
    EtcdClusterId cluster,
    MemberId member,
    boolean serving,
    boolean leads,
    Optional<MemberId> leader,
    long term,
    long committed,
    List<Member> members,
    SortedSet<MemberId> voters,
    long revision,
    SortedMap<String, String> keys,
    SortedMap<MemberId, Long> activePeers) {
  static MemberSnapshot of(Server server) {
    return new MemberSnapshot(
        server.disk.clusterId,
        server.disk.memberId,
        server.calls.published(),
        server.raft.leads(),
        server.raft.lead,
        server.raft.term(),
        server.raft.committed,
        List.copyOf(server.applied.members().values()),
        new TreeSet<>(server.raft.voting.voters()),
        server.applied.revision(),
        texts(server.applied),
        server.peers.activeSince());
  }

  static SortedMap<String, String> texts(Applied applied) {
    SortedMap<String, String> texts = new TreeMap<>();
    applied.keys().forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }
}
