package io.quorate.agent.steps;

/**
 * Has the own etcd run again. Where the agent was restarted since it stopped, its start has decided
 * on that already.
 */
final class StartAgain implements Step {
  /** How often etcd had been started before, so that a crash loop is told from a start. */
  static final String STARTS = "starts";

  @Override
  public StepResult go(StepContext context) {
    if (context.progress().datum(STARTS).isEmpty()) {
      context.note(STARTS, Long.toString(context.journal().runs().starts()));
    }
    return context.control().resume()
        ? new StepResult.Look("etcd is starting")
        : new StepResult.Done();
  }

  @Override
  public About about() {
    return new About(
        "etcd is to run",
        "has it run on the member's own data, by the newest spec that was read",
        "how often it was started before; then the next step",
        "it is started then, by this step or when the agent starts",
        "it is to run: the check finds that",
        "the next step begins",
        "a start looks at journal and directory again, as any other");
  }
}
