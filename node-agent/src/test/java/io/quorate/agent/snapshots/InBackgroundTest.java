package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InBackgroundTest {
  @Test
  void whoAwaitsItGetsWhatCameOfIt() throws Exception {
    try (InBackground<String> work = new InBackground<>("work", () -> "done")) {
      assertThat(work.await()).isEqualTo("done");
    }
  }

  @Test
  void whoAwaitsItIsToldWhyItFailed() {
    IOException full = new IOException("No space left on device");
    RuntimeException away = new IllegalStateException("the bucket is away");
    for (Exception why : new Exception[] {full, away}) {
      try (InBackground<String> work =
          new InBackground<>(
              "work",
              () -> {
                throw why;
              })) {
        assertThatThrownBy(work::await).isSameAs(why);
      }
    }
  }

  /** Else a copy would go on in a folder that is being removed. */
  @Test
  void closingItInterruptsTheWorkAndWaitsForItsEnd() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    InBackground<Boolean> work =
        new InBackground<>(
            "work",
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
              return true;
            });
    begun.await();

    work.close();

    assertThat(interrupted).isTrue();
  }
}
