package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.run.NodeAgent;
import io.quorate.spec.SpecReader;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An agent that is asked to stop, and whose etcd may take minutes to do so. */
class StopGraceTest {
  private static final String CLOSER = "closer";

  private final OneNode node = new OneNode();
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger looks = new AtomicInteger();
  private final NodeAgent agent;

  private StopGraceTest() {
    node.journalStore.change(
        edit ->
            edit.spec(
                SpecReader.fromTree(
                        Map.of(
                            "name",
                            "demo",
                            "etcd",
                            Map.of("version", "3.5.30"),
                            "timings",
                            Map.of("stopGrace", "5m")))
                    .orThrow()));
    agent = node.agent(this::millis);
  }

  private long millis() {
    if (Thread.currentThread().getName().equals(CLOSER)) {
      looks.incrementAndGet();
    }
    return now.get();
  }

  @Test
  void theAgentStaysUntilEtcdHasHadItsGraceAndIsKilled() throws Exception {
    CompletableFuture<Void> closed = closing();
    now.addAndGet(299_000);
    int before = looks.get();
    RealEtcd.await("it has looked at the time", () -> closed.isDone() || looks.get() > before + 1);
    assertThat(node.told).doesNotContain("SIGKILL");

    now.addAndGet(2_000);
    RealEtcd.await("etcd is killed", () -> node.told.contains("SIGKILL"));
    closed.get(30, TimeUnit.SECONDS);
  }

  @Test
  void anEtcdThatOutlivesEvenThatIsAnError() throws Exception {
    node.mortal = false;
    CompletableFuture<Void> closed = closing();
    now.addAndGet(320_000);

    assertThatThrownBy(() -> closed.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("etcd has not ended");
  }

  /** etcd runs, and has been asked to stop. */
  private CompletableFuture<Void> closing() {
    var unused = aside("worker", agent::run);
    RealEtcd.await("etcd runs", node::runs);
    CompletableFuture<Void> closed = aside(CLOSER, agent::close);
    RealEtcd.await("etcd is asked to stop", () -> node.told.contains("SIGTERM"));
    return closed;
  }

  private interface Work {
    void go() throws InterruptedException;
  }

  private static CompletableFuture<Void> aside(String name, Work work) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                work.go();
                end.complete(null);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                end.completeExceptionally(e);
              } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
              }
            });
    return end;
  }
}
