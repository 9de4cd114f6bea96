package io.quorate.e2e;

import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.lambda.EnvironmentView;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.state.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The controller's execution environments and their lease, to be broken. */
final class ControllerCommands {
  private final Stage stage;

  ControllerCommands(Stage stage) {
    this.stage = stage;
  }

  LambdaHost host() {
    return stage.deployment.controller().host();
  }

  List<EnvironmentView> busy() {
    return host().environments().stream().filter(EnvironmentView::busy).toList();
  }

  /** Whether this environment is in the midst of an invocation. */
  boolean busy(EnvironmentView environment) {
    return busy().stream().anyMatch(env -> env.id().equals(environment.id()));
  }

  /** From now on each of the controller's requests of this kind takes so much longer. */
  void slow(String service, String operation, Duration by) {
    stage
        .deployment
        .cloud()
        .faults()
        .add(
            FaultRule.always("slow-" + service + "-" + operation, new FaultAction.Delay(by))
                .onService(service)
                .onOperation(operation)
                .forPrincipal("controller"));
  }

  /** Nothing is slow any more. */
  void swift() {
    stage.deployment.cloud().faults().clear();
  }

  /** Freezes a busy controller, and lets it go again unless the lease stands still with it. */
  Optional<EnvironmentView> freezeHolder() {
    for (EnvironmentView env : busy()) {
      host().freeze(env.id(), Duration.ofMinutes(3));
      if (leaseStandsStill()) {
        return Optional.of(env);
      }
      host().thaw(env.id());
    }
    return Optional.empty();
  }

  /** Whether one living holder keeps the lease for longer than a turn takes. */
  private boolean leaseStandsStill() {
    Lease first = stage.tables.lease();
    if (first.owner().isEmpty()) {
      return false;
    }
    try {
      AwaitCondition.throughout(
          "the lease", Duration.ofSeconds(8), () -> stage.tables.lease().equals(first));
      return true;
    } catch (AssertionError moved) {
      return false;
    }
  }

  /** Takes the lease while it is free, as one more controller would. */
  HeldLease take() {
    return take(Duration.ZERO);
  }

  /** Takes the lease from whoever holds it, as a controller would whose clock is far ahead. */
  HeldLease overtake() {
    AwaitCondition.until(
        "a holder of the lease", Stage.SOON, () -> !stage.tables.lease().owner().isEmpty());
    return take(Duration.ofMinutes(1));
  }

  private HeldLease take(Duration ahead) {
    String nonce = "test-" + UUID.randomUUID();
    return AwaitCondition.value(
        "the lease",
        Stage.SOON,
        () -> leases().take(stage.name, nonce, Instant.now().plus(ahead), Duration.ofMinutes(1)));
  }

  void release(HeldLease held) {
    leases().release(held, held.asTaken().heartbeatProgress());
  }

  private Leases leases() {
    return new Leases(stage.clusters.store());
  }

  /** How many turns so far found at the moment of writing that another had taken the lease. */
  long overtaken() {
    Path folder = stage.deployment.config().home().resolve("lambda/quorate-controller");
    try (Stream<Path> logs = Files.list(folder)) {
      return logs.filter(file -> file.toString().endsWith(".log"))
          .flatMap(log -> lines(log).stream())
          .filter(line -> line.contains(" turn=overtaken "))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path log) {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
