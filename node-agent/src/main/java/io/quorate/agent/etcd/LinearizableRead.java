package io.quorate.agent.etcd;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;

/** A linearizable read succeeded: a quorum answered, and this was the state. */
public record LinearizableRead(
    EtcdClusterId clusterId, MemberId memberId, long revision, long raftTerm) {}
