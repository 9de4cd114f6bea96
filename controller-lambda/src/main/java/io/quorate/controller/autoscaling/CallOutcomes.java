package io.quorate.controller.autoscaling;

import io.quorate.aws.CallListener;
import io.quorate.state.UnansweredCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * How the calls of each thread's turn ended: the SDK tells of every call of its clients, retries
 * included, and those that sign calls by themselves tell of each.
 *
 * <ol>
 *   <li>Throttled, an error of the service (5xx), no answer in time, or a right that EC2 or Auto
 *       Scaling denies: it failed.
 *   <li>Every other error is an answer: a condition that does not hold, an object that is not
 *       there.
 *   <li>An answer that took {@link #SLOW} or longer is slow: with a few of them a turn has no time.
 * </ol>
 */
public final class CallOutcomes implements ExecutionInterceptor, CallListener {
  /** Most calls take a few milliseconds; an attempt is given up after two seconds. */
  static final Duration SLOW = Duration.ofMillis(1500);

  private static final ExecutionAttribute<Long> BEGUN = new ExecutionAttribute<>("quorate-begun");
  private static final int SERVER_ERROR = 500;
  private static final int DENIED = 403;

  /** A role of an older release may lack it: then nothing is told of failed launches. */
  private static final String MAY_BE_DENIED = "DescribeScalingActivities";

  /** What it denies is told object by object. */
  private static final String BUCKET = "S3";

  private final ThreadLocal<Map<String, Optional<String>>> outcomes =
      ThreadLocal.withInitial(TreeMap::new);

  /** How the latest call of each operation ended on this thread. */
  Map<String, Optional<String>> ofThisThread() {
    return Map.copyOf(outcomes.get());
  }

  /** Forgets this thread's calls. */
  void clear() {
    outcomes.remove();
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    attributes.putAttribute(BEGUN, System.nanoTime());
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    ended(attributes, Optional.empty());
  }

  @Override
  public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
    ended(attributes, Optional.of(context.exception()));
  }

  private void ended(ExecutionAttributes attributes, Optional<Throwable> failure) {
    ended(
        attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME),
        attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME),
        Duration.ofNanos(System.nanoTime() - attributes.getAttribute(BEGUN)),
        failure);
  }

  @Override
  public void ended(String service, String operation, Duration took, Optional<Throwable> failure) {
    outcomes
        .get()
        .put(
            service + " " + operation,
            failure.flatMap(thrown -> failure(thrown, service, operation)).or(() -> slow(took)));
  }

  private static Optional<String> slow(Duration took) {
    return took.compareTo(SLOW) < 0
        ? Optional.empty()
        : Optional.of(UnansweredCall.SLOW + ": its answer takes over " + SLOW.toMillis() + " ms");
  }

  private static Optional<String> failure(Throwable thrown, String service, String operation) {
    if (!(thrown instanceof AwsServiceException answer)) {
      return Optional.of("no answer");
    }
    String code =
        Optional.ofNullable(answer.awsErrorDetails()).map(AwsErrorDetails::errorCode).orElse("");
    if (answer.isThrottlingException()) {
      return Optional.of("throttled");
    }
    if (answer.statusCode() >= SERVER_ERROR) {
      return Optional.of("error " + answer.statusCode() + " " + code);
    }
    return denied(answer.statusCode(), code)
            && !service.equals(BUCKET)
            && !operation.equals(MAY_BE_DENIED)
        ? Optional.of("denied: the controller's role lacks the right")
        : Optional.empty();
  }

  /** EC2 and Auto Scaling answer 403; DynamoDB has a code of its own. */
  private static boolean denied(int status, String code) {
    return status == DENIED || code.equals("AccessDeniedException");
  }
}
