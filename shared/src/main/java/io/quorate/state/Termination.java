package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * A recorded intent to terminate an instance. It is never cancelled: a stale controller may still
 * perform it, so the planner treats it as done.
 *
 * @param instance the instance
 * @param because why, for people
 * @param decidedAt by the controller's clock
 */
public record Termination(InstanceId instance, String because, Instant decidedAt) {}
