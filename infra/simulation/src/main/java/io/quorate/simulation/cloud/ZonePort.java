package io.quorate.simulation.cloud;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.ZoneView;
import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.state.DnsRecords.Failure;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Route 53 as one controller reaches it. */
public final class ZonePort implements HostedZones {
  private static final long TIMEOUT_MILLIS = 2_000;
  private static final String THROTTLED = "Throttling: Rate exceeded";

  private final ZoneModel zone;
  private final SimTransport wire;
  private final Supplier<CallFault> callFaults;
  private final BooleanSupplier throttles;

  /** For this actor. */
  public ZonePort(
      ZoneModel zone,
      SimTransport wire,
      Supplier<CallFault> callFaults,
      BooleanSupplier throttles) {
    this.zone = zone;
    this.wire = wire;
    this.callFaults = callFaults;
    this.throttles = throttles;
  }

  @Override
  public ZoneView records(String id, String name) {
    return wire.remote(
        "reads the records of " + name,
        callFaults.get(),
        TIMEOUT_MILLIS,
        () ->
            throttles.getAsBoolean()
                ? new ZoneView.Unknown(THROTTLED)
                : new ZoneView.Observed(zone.at(name)),
        why -> new ZoneView.Unknown(Failure.NO_ANSWER + ": " + why));
  }

  @Override
  public void change(String id, List<DnsChange> changes) {
    Optional<String> refused =
        wire.remote(
            "writes records " + changes.stream().map(DnsChange::words).toList(),
            callFaults.get(),
            TIMEOUT_MILLIS,
            () -> throttles.getAsBoolean() ? Optional.of(THROTTLED) : zone.change(changes),
            why -> Optional.of(Failure.NO_ANSWER + ": " + why));
    refused.ifPresent(
        why -> {
          throw new CloudUnavailableException(why);
        });
  }
}
