package io.quorate.controller.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import io.micronaut.context.ApplicationContext;
import io.micronaut.function.aws.LambdaApplicationContextBuilder;
import io.quorate.controller.events.TriggerReader;
import io.quorate.controller.reconcile.ControllerPorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The controller's one artifact, behind three triggers: a queue of Auto Scaling and EC2 events, a
 * schedule, and the stream of heartbeats that ask for attention. Terraform invokes it, too, with a
 * spec to store.
 */
public final class ControllerFunction implements RequestStreamHandler {
  private final Dispatcher dispatcher;
  private final SpecInvocation specs;
  private final InstantSource clock;
  private final PrintStream metrics = System.out;

  /** Made once for each execution environment, by the runtime. */
  public ControllerFunction() {
    ApplicationContext context =
        new LambdaApplicationContextBuilder().eagerInitSingletons(false).build().start();
    this.dispatcher = context.getBean(Dispatcher.class);
    this.specs = context.getBean(SpecInvocation.class);
    this.clock = context.getBean(ControllerPorts.class).clock();
    context.getBean(WarmUp.class).run();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Instant deadline = clock.instant().plusMillis(context.getRemainingTimeInMillis());
    byte[] payload = input.readAllBytes();
    Optional<Map<String, Object>> stored = specs.answer(payload);
    if (stored.isPresent()) {
      output.write(JSON.std.asBytes(stored.get()));
      return;
    }
    InvocationMetrics counters = new InvocationMetrics();
    List<String> again = dispatcher.handle(TriggerReader.read(payload), deadline, counters);
    counters.line(clock.instant()).ifPresent(metrics::println);
    List<Map<String, String>> failures =
        again.stream().map(id -> Map.of("itemIdentifier", id)).toList();
    String answer = JSON.std.asString(Map.of("batchItemFailures", failures));
    output.write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
