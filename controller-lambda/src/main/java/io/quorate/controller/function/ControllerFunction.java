package io.quorate.controller.function;

import com.amazonaws.services.lambda.runtime.Context;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.ApplicationContextBuilder;
import io.micronaut.function.aws.MicronautRequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The controller's one artifact, behind three triggers: a queue of Auto Scaling and EC2 events, a
 * schedule, and the stream of heartbeats that ask for attention. Terraform invokes it, too, with a
 * spec to store.
 */
public final class ControllerFunction extends MicronautRequestStreamHandler {
  private final Invocation invocation;

  /** Made once for each execution environment, by the runtime. */
  public ControllerFunction() {
    this.invocation = getApplicationContext().getBean(Invocation.class);
    getApplicationContext().getBean(WarmUp.class).run();
  }

  /** In a context that runs already. */
  ControllerFunction(ApplicationContext context) {
    super(context);
    this.invocation = context.getBean(Invocation.class);
  }

  @Override
  protected ApplicationContextBuilder newApplicationContextBuilder() {
    return super.newApplicationContextBuilder().eagerInitSingletons(false);
  }

  @Override
  protected void execute(InputStream input, OutputStream output, Context context)
      throws IOException {
    Duration left = Duration.ofMillis(context.getRemainingTimeInMillis());
    output.write(invocation.answer(input.readAllBytes(), left, context.getInvokedFunctionArn()));
  }
}
