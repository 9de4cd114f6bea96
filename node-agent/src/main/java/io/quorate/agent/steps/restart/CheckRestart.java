package io.quorate.agent.steps.restart;

import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.spec.ByteSize;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import io.quorate.state.MemberStatus;
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
    return spec.flatMap(wish -> aboveQuota(context, wish.etcd().quota()))
        .or(context::refused)
        .<StepResult>map(why -> new StepResult.Fail("etcd would not be started again: " + why))
        .orElseGet(StepResult.Done::new);
  }

  /**
   * The controller judges by the last heartbeat, and the database may have grown since. An etcd
   * that does not answer is not asked: it serves nobody who could lose anything.
   */
  private static Optional<String> aboveQuota(StepContext context, ByteSize quota) {
    return context
        .etcd()
        .status(context.self().endpoints().clientUrl())
        .answer()
        .map(MemberStatus::dbSizeBytes)
        .filter(size -> size >= quota.bytes())
        .map(
            size ->
                "the database has %s, and etcd.quota is %s: etcd would refuse all writes (NOSPACE)"
                    .formatted(ByteSize.rounded(size), quota));
  }

  @Override
  public About about() {
    return new About(
        "the spec that asks for the restart was read; the release is on this node; the own database"
            + " is smaller than the quota; nothing speaks against starting etcd",
        "nothing",
        "only the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "it has no effect");
  }
}
