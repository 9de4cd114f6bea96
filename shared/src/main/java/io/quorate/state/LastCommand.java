package io.quorate.state;

import io.quorate.command.Outcome;
import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * How the latest command of a kind ended.
 *
 * @param executor who did it
 * @param at when it was closed, by the controller's clock
 * @param result how it ended
 * @param detail why, in words for people
 * @param failures how many of its kind have failed in a row, this one included
 */
public record LastCommand(
    InstanceId executor, Instant at, Outcome.Result result, String detail, long failures) {}
