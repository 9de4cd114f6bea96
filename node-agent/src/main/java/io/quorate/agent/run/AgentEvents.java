package io.quorate.agent.run;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.ProcessMark;
import io.quorate.agent.supervision.EtcdEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what the supervisor tells, counts it and asks for an early heartbeat. */
final class AgentEvents implements EtcdEvents {
  private static final Logger LOG = LoggerFactory.getLogger(AgentEvents.class);

  private final CountsByName<String> restarts;
  private final Runnable report;

  AgentEvents(CountsByName<String> restarts, Runnable report) {
    this.restarts = restarts;
    this.report = report;
  }

  @Override
  public void started(ProcessMark mark, String how) {
    LOG.info("event=etcd-started pid={} how={}", mark.pid(), how);
    report.run();
  }

  @Override
  public void exited(Exit exit, long pauseMillis) {
    restarts.add(exit.cause().name());
    LOG.warn(
        "event=etcd-exited cause={} pauseMillis={} detail=\"{}\"",
        exit.cause(),
        pauseMillis,
        exit.detail());
    report.run();
  }

  @Override
  public void unusable(DataVerdict verdict) {
    LOG.error("event=data-unusable state={} detail=\"{}\"", verdict.state(), verdict.detail());
    report.run();
  }

  @Override
  public void trouble(String what) {
    LOG.warn("event=trouble detail=\"{}\"", what);
    report.run();
  }
}
