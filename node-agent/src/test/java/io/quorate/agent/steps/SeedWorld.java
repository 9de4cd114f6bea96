package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.steps.frame.EtcdControl;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.GenerationSource;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.RevokedLeases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One node that is to begin generation 2 from a snapshot, and may crash anywhere. */
final class SeedWorld {
  static final ClusterUid UID = new ClusterUid("uid-1");
  static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("demo"),
          new InstanceId("i-1"),
          "zone-1",
          new Endpoints("http://10.0.0.1:2380", "http://10.0.0.1:2379"),
          "test");
  private static final String TOKEN = "uid-1-2-n";
  static final MemberId MEMBER = EtcdIds.memberId(List.of(SELF.endpoints().peerUrl()), TOKEN);

  final Fuse fuse;
  final ModelDisk disk;
  final ModelJournal journal;
  final List<Launch> runs = new ArrayList<>();
  final List<String> restored = new ArrayList<>();
  Optional<String> trouble = Optional.empty();
  boolean canRestore = true;
  boolean restoredAuth;
  ClusterSpec spec = ClusterSpec.defaults(SELF.cluster(), StepWorld.version());
  String diskId = "disk";
  private int nonces;

  SeedWorld(Fuse fuse) {
    this.fuse = fuse;
    disk = new ModelDisk(fuse);
    journal = new ModelJournal(fuse);
    journal.left(AgentJournalCodec.write(AgentJournal.fresh(SELF.instance(), "disk")));
  }

  /** Generation 2 begins here, on this disk. */
  Lineage lineage() {
    Bootstrap first =
        new Bootstrap(
            Generation.FIRST,
            "uid-1-1-n",
            EtcdIds.clusterId(List.of(new MemberId(7))),
            List.of(
                new InitialMember(
                    new InstanceId("i-9"),
                    new MemberId(7),
                    new Endpoints("http://10.0.0.9:2380", "http://10.0.0.9:2379"),
                    "zone-9",
                    "disk-9")),
            "n1",
            Instant.EPOCH);
    Bootstrap second =
        second(new InitialMember(SELF.instance(), MEMBER, SELF.endpoints(), "zone-1", diskId));
    return Lineage.unbootstrapped(UID).committing(first).committed().reseeding(second).committed();
  }

  /** Generation 2, restored from a snapshot, begins on this voter. */
  static Bootstrap second(InitialMember voter) {
    return new Bootstrap(
        new Generation(2),
        TOKEN,
        EtcdIds.clusterId(List.of(voter.memberId())),
        List.of(voter),
        "n2",
        Instant.EPOCH,
        Optional.of(
            new GenerationSource(
                Generation.FIRST,
                new SnapshotId("20260102T030405Z-g1-0a1b"),
                "00ff",
                100,
                1_000_000_130,
                "recovery-1-n",
                Optional.empty())));
  }

  AgentJournal remembered() {
    return AgentJournalCodec.read(journal.load().orElseThrow(), "journal");
  }

  /** One look of an agent that begins now. */
  BootstrapSteps.Result look() {
    AgentJournal before = remembered();
    JournalStore store =
        JournalStore.open(
            journal, before.spec().isPresent() ? before : before.edit().spec(spec).done());
    return new BootstrapSteps(
            new StepContext(
                SELF,
                store,
                new NoEtcd(),
                disk,
                new Control(store),
                spec,
                () -> "nonce" + ++nonces,
                canRestore ? Optional.of(new Restore()) : Optional.empty(),
                TokenKeys.NONE))
        .advance(Optional.of(lineage()));
  }

  /** Restores by {@link #restore}. */
  private final class Restore implements SnapshotRestore {
    @Override
    public Result restore(Seed seed) {
      return SeedWorld.this.restore(seed);
    }

    @Override
    public boolean accessControlOn(String directory) {
      if (!(disk.inspect(directory) instanceof DataDisk.View.Holds)) {
        throw new AssertionError("looked for access control in " + disk.inspect(directory));
      }
      return restoredAuth;
    }
  }

  private SnapshotRestore.Result restore(SnapshotRestore.Seed seed) {
    if (!(disk.inspect(seed.directory()) instanceof DataDisk.View.Empty)) {
      throw new AssertionError("restored over " + disk.inspect(seed.directory()));
    }
    fuse.reach(Fuse.Point.BEFORE);
    if (trouble.isPresent()) {
      return new SnapshotRestore.Result.NotRestored(trouble.get());
    }
    restored.add(seed.directory());
    disk.put(
        seed.directory(),
        new DataDisk.View.Holds(
            lineage().bootstrap().orElseThrow().clusterId(), MEMBER, "nonce", 1, 1));
    fuse.reach(Fuse.Point.AFTER_EFFECT);
    return new SnapshotRestore.Result.Restored(RevokedLeases.NONE);
  }

  /** etcd runs only as the journalled member, on data, and never {@code new}. */
  private final class Control implements EtcdControl {
    private final JournalStore store;

    Control(JournalStore store) {
      this.store = store;
    }

    @Override
    public void run(Launch launch) {
      if (!(disk.inspect(launch.directory()) instanceof DataDisk.View.Holds)
          || launch.bootstrap()
          || store
              .current()
              .member()
              .filter(member -> member.directory().equals(launch.directory()))
              .isEmpty()) {
        throw new AssertionError("etcd would run as " + launch);
      }
      runs.add(launch);
    }

    @Override
    public void runFirst(Launch launch) {
      throw new AssertionError("a generation with a source was started empty: " + launch);
    }

    @Override
    public void stop() {}

    @Override
    public void stopSoon() {}

    @Override
    public boolean resume() {
      throw new AssertionError("a seed started what was stopped");
    }

    @Override
    public Optional<String> lastExit() {
      return Optional.empty();
    }

    @Override
    public Optional<String> refused(Optional<ClusterSpec> spec) {
      return Optional.empty();
    }

    @Override
    public void tell(DataVerdict verdict) {
      throw new AssertionError("a seed told that its data is gone: " + verdict);
    }

    @Override
    public boolean stopped() {
      return true;
    }
  }
}
