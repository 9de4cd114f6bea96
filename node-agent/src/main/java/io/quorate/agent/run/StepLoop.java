package io.quorate.agent.run;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.steps.BootstrapSteps;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.Fencing;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.recovery.Recovery;
import io.quorate.state.Lineage;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fencing, bootstrap and instructions: at most one action of each per tick. */
final class StepLoop {
  private static final Logger LOG = LoggerFactory.getLogger(StepLoop.class);
  private static final long IDLE_MILLIS = 1_000;
  private static final long WAIT_MILLIS = 100;

  private final JournalStore journalStore;
  private final Fencing fencing;
  private final BootstrapSteps bootstraps;
  private final Executor executor;
  private final Supplier<Optional<Lineage>> lineage;
  private final Supplier<Optional<Recovery>> recovery;
  private final SeederAlarms alarms;
  private final OpeningWatch opening;
  private final TokenKeyWatch tokenKeys;
  private final Runnable report;
  private String refusal = "";
  private String fenceWait = "";
  private final CountsByName<AgentSnapshot.Step> ended = new CountsByName<>();

  StepLoop(
      StepContext context,
      Fencing fencing,
      Executor executor,
      Supplier<Optional<Lineage>> lineage,
      Supplier<Optional<Recovery>> recovery,
      SeederAlarms alarms,
      OpeningWatch opening,
      TokenKeyWatch tokenKeys,
      Runnable report) {
    journalStore = context.journalStore();
    this.fencing = fencing;
    this.recovery = recovery;
    bootstraps = new BootstrapSteps(context);
    this.executor = executor;
    this.lineage = lineage;
    this.alarms = alarms;
    this.opening = opening;
    this.tokenKeys = tokenKeys;
    this.report = report;
  }

  /** How many steps of instructions ended, by step. */
  CountsByName<AgentSnapshot.Step> ended() {
    return ended;
  }

  /** Does what is next; how many milliseconds until the next look. */
  long tick(long nowMillis) {
    return switch (fencing.advance(lineage.get(), recovery.get())) {
      case Fencing.Result.Nothing nothing -> work(nowMillis);
      case Fencing.Result.Rests rests -> IDLE_MILLIS;
      case Fencing.Result.Waiting waiting -> {
        if (!fenceWait.equals(waiting.because())) {
          fenceWait = waiting.because();
          LOG.info("event=fencing because=\"{}\"", fenceWait);
        }
        yield WAIT_MILLIS;
      }
      case Fencing.Result.Done done -> {
        LOG.info("event=fenced because=\"{}\"", done.because());
        report.run();
        yield IDLE_MILLIS;
      }
    };
  }

  private long work(long nowMillis) {
    tokenKeys.tick(nowMillis, lineage.get());
    switch (bootstraps.advance(lineage.get())) {
      case BootstrapSteps.Result.Nothing nothing -> {}
      case BootstrapSteps.Result.Started started -> {
        LOG.info("event=bootstrap because=\"{}\"", started.because());
        report.run();
      }
      case BootstrapSteps.Result.Refused refused -> {
        if (!refusal.equals(refused.because())) {
          refusal = refused.because();
          LOG.error("event=bootstrap-refused because=\"{}\"", refusal);
        }
        return IDLE_MILLIS;
      }
    }
    alarms.tick();
    opening.tick(nowMillis);
    Optional<CommandProgress> before = journalStore.current().progress();
    String waited = executor.currentStep();
    CommandRunner.Advance advance = executor.advance(nowMillis);
    StepTransition.of(before, waited, journalStore.current()).ifPresent(this::tell);
    return switch (advance) {
      case IDLE -> IDLE_MILLIS;
      case MOVED -> 0;
      case WAITING -> WAIT_MILLIS;
    };
  }

  private void tell(StepTransition news) {
    news.step().ifPresent(ended::add);
    LOG.info("{}", news);
    report.run();
  }
}
