package io.quorate.state;

import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node's row in the nodes table: its whole report, written by its agent alone.
 *
 * @param cluster the cluster
 * @param instance the instance
 * @param zone availability zone
 * @param endpoints where its etcd is, or would be, reached
 * @param agentVersion version of the agent
 * @param boot which run of the agent on which disk
 * @param sequence grows by one with each heartbeat of one boot
 * @param stateVersion grows whenever anything but counters, sizes and times changes
 * @param identity what the journal says its data is
 * @param data whether that data is usable
 * @param watermark what its journal says the own log is known to hold
 * @param process whether etcd runs
 * @param lastExit why etcd last exited, or why it is not started any more, in the agent's words
 * @param runs which etcd is installed, and how often it was started
 * @param status what its etcd answered; absent when it did not
 * @param quorumProven whether a linearizable read through it succeeded for this heartbeat
 * @param members its etcd's member list
 * @param peers what it sees of the others
 * @param seenGeneration newest generation it has seen anywhere
 * @param seenToken newest fencing token it has seen anywhere
 * @param outcome of the latest command of the membership lane it ended
 * @param currentStep the membership command and step under way, for people
 * @param alert why the controller should look now; absent while steady
 * @param report what it tells beside its member's state
 * @param at when it was written, by the node's clock; for people only
 */
public record Heartbeat(
    @Wire.Name("clusterName") ClusterName cluster,
    @Wire.Name("instanceId") InstanceId instance,
    @Wire.Longest(Wire.ID) String zone,
    @Wire.Inline Endpoints endpoints,
    @Wire.Longest(Wire.ID) String agentVersion,
    @Wire.Inline AgentIncarnation boot,
    @Wire.Count long sequence,
    @Wire.Count long stateVersion,
    Optional<MemberIdentity> identity,
    DataState data,
    @Wire.Sparse Watermark watermark,
    ProcessState process,
    @Wire.Cut(Wire.WORDS) Optional<String> lastExit,
    @Wire.Inline EtcdRuns runs,
    Optional<MemberStatus> status,
    boolean quorumProven,
    @Wire.Most(Wire.MEMBERS) List<MemberEntry> members,
    @Wire.Most(Wire.MEMBERS) List<PeerView> peers,
    @Wire.Count Generation seenGeneration,
    @Wire.Count FencingToken seenToken,
    @Lane.Only(Lane.MEMBERSHIP) Optional<Outcome> outcome,
    @Wire.Cut(Wire.WORDS) Optional<String> currentStep,
    @Wire.Cut(Wire.WORDS) Optional<String> alert,
    @Wire.Inline NodeReport report,
    Instant at) {
  public Heartbeat {
    members = List.copyOf(members);
    peers = List.copyOf(peers);
  }

  /** Of the latest command of a lane that it ended. */
  public Optional<Outcome> outcome(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> outcome;
      case MAINTENANCE -> report.taskOutcome();
    };
  }

  /** Its member id while its data is usable. */
  public Optional<MemberId> liveMember() {
    return data.unusable() ? Optional.empty() : identity.map(MemberIdentity::memberId);
  }

  /** Whether its member answers, follows a leader and proves a quorum. */
  public boolean serving() {
    return process == ProcessState.ANSWERING
        && quorumProven
        && status.flatMap(MemberStatus::leader).isPresent();
  }

  /** Whether its disk holds data, and its journal names no member that it would be the data of. */
  public boolean dataUnexplained() {
    return identity.isEmpty() && data != DataState.NONE;
  }

  /** What it sees of a member. */
  public Optional<PeerView> viewOf(MemberId member) {
    return peers.stream().filter(peer -> peer.id().equals(member)).findFirst();
  }
}
