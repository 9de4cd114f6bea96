package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.model.MemberId;
import io.quorate.state.ProcessState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** While the other members are asked whether this one was removed, which may take long. */
class RemovalAskedTest {
  private static final long BOUND_SECONDS = 30;
  private static final Executor ASIDE = task -> Thread.ofPlatform().daemon().start(task);

  private final OneNode node = new OneNode().serving();

  private RemovalAskedTest() {
    node.listed = Optional.of(List.of(new MemberId(2)));
    node.exits(Exit.Cause.SAYS_REMOVED);
  }

  @Test
  void nobodyWaitsForTheAnswer() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    node.whileAsked =
        () -> {
          asked.countDown();
          awaitQuietly(answer);
        };
    CompletableFuture<Long> tick =
        CompletableFuture.supplyAsync(() -> node.supervisor.tick(1_000), ASIDE);
    assertThat(asked.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<Boolean> stopped =
        CompletableFuture.supplyAsync(
            () -> {
              node.supervisor.stop();
              return node.supervisor.stopped() && node.supervisor.lastExit().isPresent();
            },
            ASIDE);
    assertThat(stopped.get(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(tick).as("it is still asking").isNotDone();
    assertThat(node.supervisor.state()).isEqualTo(ProcessState.BACKING_OFF);

    answer.countDown();
    tick.get(BOUND_SECONDS, TimeUnit.SECONDS);
    assertThat(node.runs()).as("it is wanted stopped").isFalse();
    assertThat(node.verdict()).as("not wanted, not judged").isEmpty();
  }

  @Test
  void theAnswerIsNotHeldAgainstWhatRunsByThen() {
    Launch other = node.launches.get(0);
    node.whileAsked = () -> node.supervisor.run(other);

    node.supervisor.tick(1_000);

    assertThat(node.verdict()).isEmpty();
    node.supervisor.tick(1_050);
    assertThat(node.runs()).isTrue();
  }

  @Test
  void theAnswerIsNotHeldAgainstAnotherExit() {
    node.whileAsked = () -> node.exits(Exit.Cause.KILLED, "another");

    node.supervisor.tick(1_000);

    assertThat(node.verdict()).isEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
