package io.quorate.controller.function;

import com.fasterxml.jackson.jr.ob.JSON;
import io.micronaut.context.annotation.Property;
import io.quorate.controller.events.TriggerReader;
import io.quorate.controller.lambda.LambdaHandover;
import io.quorate.controller.reconcile.ControllerPorts;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers one payload, whoever sent it. */
@Singleton
final class Invocation {
  private final SpecInvocation specs;
  private final Dispatcher dispatcher;
  private final LambdaHandover handover;
  private final InstantSource clock;
  private final String function;
  private final InvocationMetrics.Detail detail;
  private final PrintStream metrics = System.out;

  Invocation(
      SpecInvocation specs,
      Dispatcher dispatcher,
      ControllerPorts ports,
      LambdaHandover handover,
      @Property(name = "aws.lambda.function.name", defaultValue = "local") String function,
      ControllerSettings settings) {
    this.function = function;
    this.detail = settings.detail();
    this.specs = specs;
    this.handover = handover;
    this.dispatcher = dispatcher;
    this.clock = ports.clock();
  }

  /**
   * The answer in JSON: what became of a spec, or which items of a batch should come again.
   *
   * @param left how much time there is for it
   * @param arn by which the function was invoked; null where it is none of Lambda's
   */
  byte[] answer(byte[] payload, Duration left, @Nullable String arn) throws IOException {
    Optional.ofNullable(arn).ifPresent(handover::invokedAs);
    Instant deadline = clock.instant().plus(left);
    Optional<Map<String, Object>> stored = specs.answer(payload);
    if (stored.isPresent()) {
      return JSON.std.asBytes(stored.get());
    }
    InvocationMetrics counters = new InvocationMetrics(function, detail);
    List<String> again = dispatcher.handle(TriggerReader.read(payload), deadline, counters);
    counters.lines(clock.instant()).forEach(metrics::println);
    List<Map<String, String>> failures =
        again.stream().map(id -> Map.of("itemIdentifier", id)).toList();
    return JSON.std.asBytes(Map.of("batchItemFailures", failures));
  }
}
