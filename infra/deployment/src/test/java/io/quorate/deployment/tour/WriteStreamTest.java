package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.PutsOnly;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.GenerationSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteStreamTest {
  private static final int ENOUGH = 5;

  private final CountDownLatch some = new CountDownLatch(ENOUGH);
  private PutsOnly member;
  private Map<String, String> stored;

  @BeforeEach
  void start() throws IOException {
    member = PutsOnly.start(key -> some.countDown());
    stored = member.stored();
  }

  @AfterEach
  void stop() {
    member.close();
  }

  @Test
  void whatWasAcknowledgedAndIsNotThereIsMissing() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", member.url(), EtcdAccess.PLAIN)) {
      some.await();
      writes.end();

      assertThat(writes.acknowledged()).isGreaterThanOrEqualTo(ENOUGH - 1);
      assertThat(writes.wrongIn(stored, List.of())).isZero();
      stored.remove("tour/0");
      stored.put("tour/1", "another value");
      assertThat(writes.wrongIn(stored, List.of())).isEqualTo(2);
    }
  }

  /** Every write here is acknowledged at revision 7. */
  @Test
  void whatIsNewerThanTheRestoredSnapshotMustBeGone() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", member.url(), EtcdAccess.PLAIN)) {
      some.await();
      writes.end();
      int all = writes.acknowledged();

      assertThat(writes.lostBy(source(6))).isEqualTo(all);
      assertThat(writes.wrongIn(stored, source(6))).isEqualTo(all);
      assertThat(writes.wrongIn(Map.of(), source(6))).isZero();
      assertThat(writes.lostBy(source(7))).isZero();
      assertThat(writes.wrongIn(stored, source(7))).isZero();
      assertThat(writes.wrongIn(Map.of(), source(7))).isEqualTo(all);
    }
  }

  private static List<GenerationSource> source(long forkRevision) {
    return List.of(
        new GenerationSource(
            new Generation(1),
            new SnapshotId("20261125T070000Z-g1-0a1b"),
            "00",
            forkRevision,
            1_000_000_000L,
            "recovery-1",
            Optional.empty()));
  }

  @Test
  void withoutAnAcknowledgementTheGapGrows() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", "http://127.0.0.1:1", EtcdAccess.PLAIN)) {
      writes.mark();
      Duration first = writes.longestGap();

      assertThat(writes.longestGap()).isGreaterThan(first);
      writes.end();
    }
  }
}
