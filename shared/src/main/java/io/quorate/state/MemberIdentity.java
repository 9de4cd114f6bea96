package io.quorate.state;

import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;

/**
 * What a node's journal says its data directory is.
 *
 * @param uid the cluster
 * @param generation the generation it was bootstrapped or joined in
 * @param clusterId etcd's cluster id
 * @param memberId etcd's member id; created once, on one disk (I11)
 * @param directoryNonce tells this directory from any that replaced it
 */
public record MemberIdentity(
    @Wire.Longest(Wire.ID) ClusterUid uid,
    @Wire.Count Generation generation,
    EtcdClusterId clusterId,
    MemberId memberId,
    @Wire.Longest(Wire.ID) String directoryNonce) {}
