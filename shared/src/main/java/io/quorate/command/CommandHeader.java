package io.quorate.command;

import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * What every command carries.
 *
 * @param id unique within the cluster
 * @param executor the node that is told
 * @param uid the cluster's UID
 * @param generation the generation it was decided in
 * @param token the fencing token of the turn that decided it
 * @param issuedAt by the controller's clock: it orders nothing, and only says how recent it is
 */
public record CommandHeader(
    String id,
    InstanceId executor,
    ClusterUid uid,
    Generation generation,
    FencingToken token,
    Instant issuedAt) {}
