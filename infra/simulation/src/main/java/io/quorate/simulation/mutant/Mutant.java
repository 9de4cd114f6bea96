package io.quorate.simulation.mutant;

/** One planted bug each: a snippet of a production source, and what takes its place. */
public enum Mutant {
  /** A controller writes whoever holds the lease. */
  SKIP_TOKEN_CHECK(
      500,
      "controller-lambda/src/main/java/io/quorate/controller/act/Intent.java",
      "parts.add(new Leases(store).check(scene.lease()));",
      ""),
  /**
   * A learner counts as caught up at once, and is promoted though etcd would be asked too early.
   */
  PROMOTE_TOO_EARLY(
      500,
      "node-agent/src/main/java/io/quorate/agent/steps/CatchUp.java",
      "return lag <= join.lagLimit()",
      "return lag <= Long.MAX_VALUE"),
  /** The learner is added before the dead member is removed. */
  ADD_BEFORE_REMOVE(
      500,
      "node-agent/src/main/java/io/quorate/agent/steps/StepCatalog.java",
      """
      new Listed("REMOVE_FORMER", new RemoveFormer()),
                    new Listed("STOP_FORMER", new StopFormer()),
                    new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
                    new Listed("ADD_LEARNER", new AddLearner()),""",
      """
      new Listed("STOP_FORMER", new StopFormer()),
                    new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
                    new Listed("ADD_LEARNER", new AddLearner()),
                    new Listed("REMOVE_FORMER", new RemoveFormer()),"""),
  /** Who is silent is dead. */
  SILENCE_IS_DEATH(
      500,
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      "return judgement.gone(instance);",
      "return judgement.gone(instance) || node(instance).filter(this::silent).isPresent();"),
  /** A missing directory is no reason not to start. */
  START_EMPTY_UNDER_OLD_ID(
      500,
      "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
      "case View.Missing missing -> lost(\"directory \" + member.directory() + \" is missing\");",
      "case View.Missing missing -> new Start.StartExisting(member, \"planted\");"),
  /** A directory may be older than what its journal knows it held. */
  IGNORE_WATERMARK(
      500,
      "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
      "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex())) {",
      "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex() + 1_000_000)) {"),
  /** A founding voter is born on whatever disk its instance has now. */
  BORN_ON_ANY_DISK(
      500,
      "node-agent/src/main/java/io/quorate/agent/steps/BirthSteps.java",
      "if (!voter.get().diskNonce().equals(journal.diskNonce())) {",
      "if (voter.get().diskNonce().isEmpty()) {"),
  /** The right to run new is used again when the first use came to nothing. */
  RUN_NEW_TWICE(
      500,
      "node-agent/src/main/java/io/quorate/agent/steps/BirthSteps.java",
      """
      || journal.member().isPresent()
              || journal.progress().isPresent()
              || journal.birthRight().isPresent()""",
      "|| journal.usableMember().isPresent()\n        || journal.progress().isPresent()"),
  /** A change begins while another is open. */
  TWO_CHANGES(
      500,
      "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
      "new Await(),",
      ""),
  /** The journal is renamed into place before its content is on disk. */
  FORGET_JOURNAL_SYNC(
      500,
      "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java",
      "writing.sync();",
      ""),
  /** A save returns before the folder has the new journal on disk. */
  FORGET_FOLDER_SYNC(
      500,
      "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java",
      "calls.syncFolder(parentOf(file));",
      ""),
  /** A recorded termination is dropped when its instance is heard again. */
  CANCEL_RECORDED_INTENT(
      500,
      "controller-lambda/src/main/java/io/quorate/controller/plan/Remembered.java",
      ".filter(intent -> !tombstones.containsKey(intent.instance()))",
      """
      .filter(intent -> !tombstones.containsKey(intent.instance()))
                  .filter(intent -> view.observedAt().toEpochMilli() % 3 != 0)""");

  private final long within;
  private final String source;
  private final String snippet;
  private final String planted;

  Mutant(long within, String source, String snippet, String planted) {
    this.within = within;
    this.source = source;
    this.snippet = snippet;
    this.planted = planted;
  }

  /** In how many seeds it must be found. */
  public long within() {
    return within;
  }

  /** The production source, from the repository's root. */
  public String source() {
    return source;
  }

  /** That source with the bug in it. */
  public String plantedIn(String text) {
    int at = text.indexOf(snippet);
    if (snippet.isEmpty() || at < 0) {
      throw new IllegalStateException(
          name() + ": " + source + " no longer has '" + snippet + "'; plant this bug anew");
    }
    return text.substring(0, at) + planted + text.substring(at + snippet.length());
  }
}
