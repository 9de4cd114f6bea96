package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import java.time.Instant;
import java.util.Optional;

/**
 * The member that changed its release last, while it has to serve before the next one changes.
 *
 * @param instance whose member it is
 * @param release what it runs
 * @param starts how often etcd had been started on its disk; another start is an interruption
 * @param since since when it serves without interruption, by the controller's clock; empty while it
 *     does not serve
 */
public record Soaking(
    InstanceId instance, EtcdVersion release, long starts, Optional<Instant> since) {}
