package io.quorate.agent.run;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.Progress;
import io.quorate.agent.steps.BirthSteps;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.StepContext;
import io.quorate.state.Lineage;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Birth and instructions, at most one action of each a look. */
final class StepLoop {
  private static final Logger LOG = LoggerFactory.getLogger(StepLoop.class);
  private static final long IDLE_MILLIS = 1_000;
  private static final long WAIT_MILLIS = 100;

  private final JournalBook book;
  private final BirthSteps births;
  private final Executor executor;
  private final Supplier<Optional<Lineage>> lineage;
  private final Runnable report;
  private final Counters<NodeSnapshot.Step> ended = new Counters<>();

  StepLoop(
      StepContext context,
      Executor executor,
      Supplier<Optional<Lineage>> lineage,
      Runnable report) {
    book = context.book();
    births = new BirthSteps(context);
    this.executor = executor;
    this.lineage = lineage;
    this.report = report;
  }

  /** How many steps of instructions ended, by step. */
  Counters<NodeSnapshot.Step> ended() {
    return ended;
  }

  /** Does what is next; how many milliseconds until the next look. */
  long tick(long nowMillis) {
    switch (births.advance(lineage.get())) {
      case BirthSteps.Result.Nothing nothing -> {}
      case BirthSteps.Result.Started started -> {
        LOG.info("event=bootstrap because=\"{}\"", started.because());
        report.run();
      }
      case BirthSteps.Result.Refused refused -> {
        LOG.error("event=bootstrap-refused because=\"{}\"", refused.because());
        return IDLE_MILLIS;
      }
    }
    Optional<Progress> before = book.current().progress();
    String waited = executor.doing();
    Executor.Advance advance = executor.advance(nowMillis);
    StepNews.of(before, waited, book.current()).ifPresent(this::tell);
    return switch (advance) {
      case IDLE -> IDLE_MILLIS;
      case MOVED -> 0;
      case WAITING -> WAIT_MILLIS;
    };
  }

  private void tell(StepNews news) {
    news.step().ifPresent(ended::add);
    LOG.info("{}", news);
    report.run();
  }
}
