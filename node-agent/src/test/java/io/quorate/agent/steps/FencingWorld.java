package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.Launch;
import io.quorate.agent.steps.frame.EtcdControl;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.Optional;

/** One node whose etcd runs, and dies with nobody's leave but its agent's. */
final class FencingWorld implements EtcdControl {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  final Fuse fuse;
  final ModelDisk disk;
  final ModelJournal journal;
  final NodeDescription self =
      new NodeDescription(
          new ClusterName("demo"), Journals.NODE, "zone-1", Journals.ENDPOINTS, "test");
  boolean runs = true;
  boolean asked;
  boolean held;
  boolean hurried;
  Optional<DataVerdict> told = Optional.empty();
  Optional<String> doubt = Optional.empty();
  Optional<Recovery> recovery = Optional.of(suspected(2).fencing(AT));
  Optional<Lineage> lineage = Journals.lineage(Journals.UID, 2);

  FencingWorld(Fuse fuse) {
    this.fuse = fuse;
    disk = new ModelDisk(fuse);
    journal = new ModelJournal(fuse);
    journal.left(AgentJournalCodec.write(Journals.serving()));
    disk.put(
        Journals.DIRECTORY,
        new DataDisk.View.Holds(Journals.CLUSTER, Journals.MEMBER, Journals.NONCE, 4, 60));
    disk.execute(Journals.DIRECTORY);
  }

  AgentJournal remembered() {
    return AgentJournalCodec.read(journal.load().orElseThrow(), "journal");
  }

  Fencing.Result look() {
    return look(JournalStore.open(journal, remembered()));
  }

  Fencing.Result look(JournalStore store) {
    return new Fencing(
            new StepContext(
                self,
                store,
                new NoEtcd(),
                disk,
                this,
                ClusterSpec.defaults(self.cluster(), StepWorld.version()),
                () -> "nonce"),
            Optional.of(own -> runs ? Optional.of("somebody listens") : doubt))
        .advance(lineage, recovery);
  }

  /** The next boot starts what may start. */
  void boot() {
    asked = false;
    if (remembered().usableMember().isPresent()
        && disk.directories().contains(Journals.DIRECTORY)) {
      runs = true;
      disk.release();
      disk.execute(Journals.DIRECTORY);
    }
  }

  @Override
  public void run(Launch launch) {
    throw new AssertionError("fencing started etcd: " + launch);
  }

  @Override
  public void runFirst(Launch launch) {
    throw new AssertionError("fencing started etcd: " + launch);
  }

  @Override
  public void stop() {
    asked = true;
  }

  @Override
  public void stopSoon() {
    hurried = true;
    asked = true;
  }

  @Override
  public boolean resume() {
    throw new AssertionError("fencing started etcd again");
  }

  @Override
  public Optional<String> lastExit() {
    return Optional.empty();
  }

  @Override
  public void tell(DataVerdict verdict) {
    told = Optional.of(verdict);
  }

  /** It takes one look longer than it was asked. */
  @Override
  public boolean stopped() {
    boolean before = !runs;
    if (asked) {
      runs = false;
      if (!held) {
        disk.release();
      }
    }
    return before;
  }

  @Override
  public Optional<String> refused(Optional<ClusterSpec> spec) {
    return Optional.empty();
  }

  static Recovery suspected(long generation) {
    return suspected(generation, Recovery.Action.RESEED);
  }

  static Recovery suspected(long generation, Recovery.Action action) {
    return Recovery.suspected(
        "recovery-2-n", Journals.UID, new Generation(generation), new FencingToken(30), action, AT);
  }
}
