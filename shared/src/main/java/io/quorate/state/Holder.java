package io.quorate.state;

import io.quorate.model.Generation;
import java.time.Instant;

/**
 * An instance that holds, or held, a generation's data. It is recorded in the transaction that lets
 * it have data, before it can have any.
 *
 * @param generation whose data
 * @param diskId the disk it was told for; empty where that was not known
 * @param since when it was recorded, by the controller's clock
 */
public record Holder(Generation generation, String diskId, Instant since) {}
