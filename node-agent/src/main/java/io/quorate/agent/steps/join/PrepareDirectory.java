package io.quorate.agent.steps.join;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.model.Generation;
import java.util.Optional;

/** Archives whatever is in etcd's path and makes an empty directory under a fresh nonce. */
final class PrepareDirectory implements Step {
  static final String NONCE = CommandProgress.DIRECTORY_NONCE;

  @Override
  public StepResult go(StepContext context) {
    Generation generation = context.progress().command().header().generation();
    Optional<String> nonce = context.progress().datum(NONCE);
    if (nonce.isEmpty()) {
      String minted = context.nonces().get();
      String name = context.disk().name(generation, minted);
      context
          .journalStore()
          .change(
              edit ->
                  edit.memberGone()
                      .prepared(Optional.of(name))
                      .progress(context.progress().with(NONCE, minted)));
      return new StepResult.Look("chose directory " + name);
    }
    String name = context.disk().name(generation, nonce.get());
    for (String other : context.disk().directories()) {
      if (!other.equals(name)) {
        tellOf(context, other, generation);
        context.disk().archive(other);
        return new StepResult.Look("archived " + other);
      }
    }
    if (context.disk().inspect(name) instanceof DataDisk.View.Empty) {
      return new StepResult.Done();
    }
    context.disk().create(generation, nonce.get());
    return context.disk().inspect(name) instanceof DataDisk.View.Empty
        ? new StepResult.Done()
        : new StepResult.Fail("directory " + name + " is not empty: expected it to be new");
  }

  /**
   * What is of an earlier generation may hold more than was recovered of it: a disk, or a copy of
   * one, that came back on this instance. The heartbeat tells where its log ends.
   */
  private static void tellOf(StepContext context, String directory, Generation now) {
    Optional<Generation> of = context.disk().generation(directory);
    if (of.filter(generation -> generation.before(now)).isPresent()
        && context.disk().inspect(directory) instanceof DataDisk.View.Holds holds) {
      JournalFence old =
          new JournalFence(
              of.get(), "generation-" + now, directory, holds.lastTerm(), holds.lastIndex());
      context.journalStore().change(edit -> edit.archives(old));
    }
  }

  @Override
  public About about() {
    return new About(
        "only the chosen directory is in etcd's path, and it is empty",
        "archives every other directory (never deletes), makes the chosen one",
        "the nonce and the end of the former member, before the first rename; of a directory of"
            + " an earlier generation the end of its log, before it is renamed",
        "the same nonce is used again",
        "renames are found done; an empty directory is taken as made",
        "the next step begins",
        "an empty directory means nothing to anybody");
  }
}
