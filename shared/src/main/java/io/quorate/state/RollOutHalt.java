package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * That no further member is restarted for settings with which one did not come back.
 *
 * @param instance whose member it was
 * @param settings with what it was to start, as {@link io.quorate.spec.StartSettings} tells
 * @param because what its agent said
 * @param since when that was journalled, by the controller's clock
 */
public record RollOutHalt(InstanceId instance, String settings, String because, Instant since) {}
