package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The node rows that a person put aside: no turn believes them any more. Any agent of a cluster can
 * write a row under any name, and none can be deleted by the controller.
 *
 * @param rows by the instance that they name
 */
public record StruckRows(Map<InstanceId, Strike> rows) {
  /** More are not kept: the record is one item. */
  public static final int MOST = 500;

  /** None was put aside. */
  public static final StruckRows NONE = new StruckRows(Map.of());

  public StruckRows {
    rows = Map.copyOf(rows);
  }

  /** With one more. */
  public StruckRows with(InstanceId instance, Strike strike) {
    Map<InstanceId, Strike> next = new HashMap<>(rows);
    next.put(instance, strike);
    return new StruckRows(next);
  }

  /**
   * Who put a row aside.
   *
   * @param at when
   * @param by who
   */
  public record Strike(Instant at, @Wire.Cut(Wire.WORDS) String by) {}
}
