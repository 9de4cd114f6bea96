package io.quorate.agent.steps;

import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import java.util.Optional;

/** Looks whether etcd would come back, and with what is asked for, before anything is stopped. */
final class CheckRestart implements Step {
  @Override
  public StepResult go(StepContext context) {
    String wanted = RestartProgram.restart(context).settings();
    Optional<String> read = context.journal().spec().map(StartSettings::of);
    if (!read.equals(Optional.of(wanted))) {
      return new StepResult.Wait(
          "the spec that was read starts etcd with "
              + read.orElse("nothing known")
              + ", expected "
              + wanted);
    }
    Optional<EtcdVersion> absent =
        RestartProgram.restart(context)
            .release()
            .filter(release -> !context.control().releases().contains(release));
    if (absent.isPresent()) {
      return new StepResult.Fail("etcd " + absent.get() + " is not on this node");
    }
    Optional<ClusterSpec> spec = context.journal().spec();
    return context
        .control()
        .refused(spec)
        .<StepResult>map(why -> new StepResult.Fail("etcd would not be started again: " + why))
        .orElseGet(StepResult.Done::new);
  }

  @Override
  public About about() {
    return new About(
        "the spec that asks for the restart was read; the release is on this node; nothing speaks"
            + " against starting etcd",
        "nothing",
        "only the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "it has no effect");
  }
}
