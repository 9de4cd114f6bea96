package io.quorate.localcloud;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Skips, with the reason, unless {@code LOCALSTACK_ENDPOINT} names one that runs, or Docker answers
 * and {@link LocalStackCloud#image} may be used: images from March 2026 on want {@code
 * LOCALSTACK_AUTH_TOKEN}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalStackAvailable.Condition.class)
public @interface LocalStackAvailable {
  /** Asks once for each class. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (LocalStackCloud.running().isPresent()) {
        return ConditionEvaluationResult.enabled("LOCALSTACK_ENDPOINT is set");
      }
      String image = LocalStackCloud.image();
      if (LocalStackCloud.wantsToken(image) && System.getenv("LOCALSTACK_AUTH_TOKEN") == null) {
        return ConditionEvaluationResult.disabled(
            image + " wants LOCALSTACK_AUTH_TOKEN, which is not set: LocalStack tests skipped");
      }
      return DockerClientFactory.instance().isDockerAvailable()
          ? ConditionEvaluationResult.enabled("Docker answers; " + image)
          : ConditionEvaluationResult.disabled(
              "no Docker engine answers here: LocalStack tests skipped, the local cloud's run");
    }
  }
}
