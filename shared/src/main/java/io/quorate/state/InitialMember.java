package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;

/**
 * One initial member of a generation.
 *
 * @param instance the instance it lives on; also its etcd name
 * @param memberId the id etcd will compute for it from its peer URL and the cluster token
 * @param endpoints where it is reached
 * @param zone availability zone
 * @param diskId the disk on which it may start, and on no other (I11)
 */
public record InitialMember(
    InstanceId instance,
    MemberId memberId,
    @Wire.Inline Endpoints endpoints,
    String zone,
    String diskId) {}
