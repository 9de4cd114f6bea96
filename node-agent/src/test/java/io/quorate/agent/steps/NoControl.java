package io.quorate.agent.steps;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Launch;
import io.quorate.agent.steps.frame.EtcdControl;
import io.quorate.spec.ClusterSpec;
import java.util.Optional;

/** For steps that may not touch the own etcd process. */
public class NoControl implements EtcdControl {
  private static AssertionError touched() {
    return new AssertionError("this step leaves the own etcd process alone");
  }

  @Override
  public void run(Launch launch) {
    throw touched();
  }

  @Override
  public void runFirst(Launch launch) {
    throw touched();
  }

  @Override
  public void stop() {
    throw touched();
  }

  @Override
  public void stopSoon() {
    throw touched();
  }

  @Override
  public boolean resume() {
    throw touched();
  }

  @Override
  public Optional<String> refused(Optional<ClusterSpec> spec) {
    throw touched();
  }

  @Override
  public Optional<String> lastExit() {
    throw touched();
  }

  @Override
  public void tell(DataVerdict verdict) {
    throw touched();
  }

  @Override
  public boolean stopped() {
    throw touched();
  }
}
