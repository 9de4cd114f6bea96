package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.ListedMembers;
import io.quorate.state.AccessRefused;
import io.quorate.state.EtcdRuns;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import java.util.List;
import java.util.Optional;

/**
 * What one look at the own etcd and the other members found.
 *
 * @param process the process, and whether it answers
 * @param verdict why the data cannot be used; told also while the disk is too full to journal it
 * @param lastExit why etcd last exited
 * @param runs which etcd is installed, and how often it was started
 * @param status the own etcd's status
 * @param listing the member list after a linearizable read on the own etcd; absent without a quorum
 * @param peers the other members
 * @param refused that the own etcd's access control refuses the agent
 */
public record ProbeResult(
    ProcessState process,
    Optional<DataVerdict> verdict,
    Optional<String> lastExit,
    EtcdRuns runs,
    Optional<MemberStatus> status,
    Optional<ListedMembers> listing,
    List<PeerView> peers,
    Optional<AccessRefused> refused) {
  public ProbeResult {
    peers = List.copyOf(peers);
  }

  /** Of an etcd that refuses nothing. */
  public ProbeResult(
      ProcessState process,
      Optional<DataVerdict> verdict,
      Optional<String> lastExit,
      EtcdRuns runs,
      Optional<MemberStatus> status,
      Optional<ListedMembers> listing,
      List<PeerView> peers) {
    this(process, verdict, lastExit, runs, status, listing, peers, Optional.empty());
  }

  /** Before the first look. */
  public static ProbeResult nothing() {
    return new ProbeResult(
        ProcessState.STOPPED,
        Optional.empty(),
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
