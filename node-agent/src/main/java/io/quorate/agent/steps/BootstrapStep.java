package io.quorate.agent.steps;

import io.quorate.agent.steps.frame.Step.About;

/** What {@link BootstrapSteps} does, in order. */
public enum BootstrapStep {
  /** Makes the directory. */
  PREPARE,
  /** Uses the right to run {@code new}, and becomes the listed member. */
  TAKE_IDENTITY,
  /** Executes etcd with {@code new}. */
  EXECUTE;

  /** The row of the table in docs/instructions.md. */
  public About about() {
    return switch (this) {
      case PREPARE ->
          new About(
              "the committed lineage lists this node on this disk; journal and disk know of no member",
              "makes an empty directory under a fresh nonce",
              "the directory's name, before it is made",
              "the same name is used again",
              "an empty directory of that name is taken as made",
              "the next step begins",
              "an empty directory means nothing to anybody");
      case TAKE_IDENTITY ->
          new About(
              "the directory is empty; etcd would compute the listed member and cluster ids",
              "nothing",
              "the right to run new as used, and the identity, in one save",
              "the bootstrap begins again",
              "the bootstrap begins again",
              "the right is used: etcd is never executed, the empty directory is LOST",
              "the right is for one generation's bootstrap, and the journal gives it once");
      case EXECUTE ->
          new About(
              "the identity was journalled by this same run of the agent",
              "executes etcd with state new",
              "its pid, afterwards",
              "never executed: the empty directory is LOST and the member replaced",
              "a living etcd is adopted; data starts as existing, an empty directory is LOST",
              "etcd is supervised",
              "a removed initial member's id is refused by every member");
    };
  }
}
