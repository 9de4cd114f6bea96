package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.io.TempDir;

/**
 * A suite: the test classes that it nests run on one long-lived stage, in the order of their
 * {@code @Order}. After the first failure the others are skipped, for they would run on a broken
 * cluster. Each nested class also runs by itself, on a stage of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
@ExtendWith(SharedStage.SkipAfterFailure.class)
abstract class SharedStage {
  private static volatile Optional<Stage> current = Optional.empty();
  private static volatile Optional<String> failed = Optional.empty();

  /** The stage of these tests; where its logs go is named after this method's class. */
  abstract Stage raise(Path home) throws IOException;

  /** The stage of the suite that runs in this JVM now. */
  static Optional<Stage> current() {
    return current;
  }

  @BeforeAll
  final void bringUp(@TempDir Path home) throws IOException {
    failed = Optional.empty();
    current = Optional.of(raise(home));
  }

  @AfterAll
  final void close() throws IOException {
    Optional<Stage> ended = current;
    current = Optional.empty();
    if (ended.isPresent()) {
      ended.get().close();
    }
  }

  /** Skips what comes after a failure in the same suite. */
  static final class SkipAfterFailure implements ExecutionCondition, TestWatcher {
    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
      failed = failed.or(() -> Optional.of(context.getUniqueId()));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return failed
          .map(test -> ConditionEvaluationResult.disabled("failed before on this stage: " + test))
          .orElseGet(() -> ConditionEvaluationResult.enabled("nothing failed before"));
    }
  }
}
