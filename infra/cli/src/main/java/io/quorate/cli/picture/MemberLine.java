package io.quorate.cli.picture;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import java.util.Optional;

/**
 * One member, or one node that is none.
 *
 * @param instance the instance; empty for a listed member that never started
 * @param member its member id
 * @param role what it is to the cluster
 * @param heartbeat what its agent last reported
 * @param serving whether its member follows a leader and proves a quorum on intact data, and gives
 *     the leader an answer
 * @param inMemory whether it proves a quorum though its data on disk cannot be used
 * @param missed whether it says that it serves, and the leader's latest look got no answer from it
 * @param silent whether the controller has seen its sequence stand still for long enough
 * @param gone whether EC2 has shown its instance terminated: whatever its row says, it is no more
 * @param lag raft entries it is behind the leader, each as of its own heartbeat; absent unless both
 *     answer
 */
public record MemberLine(
    Optional<InstanceId> instance,
    Optional<MemberId> member,
    Role role,
    Optional<Heartbeat> heartbeat,
    boolean serving,
    boolean inMemory,
    boolean missed,
    boolean silent,
    boolean gone,
    Optional<Long> lag) {}
