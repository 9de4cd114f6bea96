package io.quorate.agent.steps.frame;

/** Stops the own former etcd, which the cluster no longer counts, and waits for proof. */
public final class StopFormerMember implements Step {
  @Override
  public StepResult go(StepContext context) {
    context.control().stop();
    if (!context.control().stopped()) {
      return new StepResult.Wait("the former etcd is stopping");
    }
    for (String directory : context.disk().directories()) {
      if (context.disk().inUse(directory)) {
        return new StepResult.Wait("a living etcd holds " + directory);
      }
    }
    return new StepResult.Done();
  }

  @Override
  public About about() {
    return new About(
        "no own etcd process is left and none holds a directory",
        "SIGTERM, after stopGrace SIGKILL",
        "nothing before; then the next step",
        "etcd may still run: it is stopped",
        "etcd is stopped: the check finds that",
        "the next step begins",
        "its member was removed before: it votes no more");
  }
}
