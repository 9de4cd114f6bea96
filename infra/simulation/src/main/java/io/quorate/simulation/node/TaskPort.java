package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.snapshots.ApplyAuthProgram;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.CompactHistory;
import io.quorate.command.CompareData;
import io.quorate.command.DefragmentMember;
import io.quorate.command.DisarmAlarm;
import io.quorate.command.Lane;
import io.quorate.command.PruneDirectories;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.UploadDirectory;
import io.quorate.command.VerifySnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.Secrets;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An agent's tasks, by the steps of the real programs, on modelled disks and files. */
final class TaskPort implements TaskPrograms {
  /** What agents know only in scenarios with it: the others were drawn without. */
  private static final Set<CommandKind> MAINTENANCE =
      Set.of(
          CommandKind.COMPARE_DATA,
          CommandKind.DEFRAGMENT,
          CommandKind.COMPACT,
          CommandKind.DISARM_ALARM);

  private static final long NANOS_IN_MILLI = 1_000_000;

  private final Machine machine;
  private final TaskStrand strand;
  private final Optional<Function<ClusterUid, BucketPort>> buckets;
  private final SnapshotTasks snapshots;
  private final VerifyTask verify;
  private final PruneTask prune;
  private final boolean maintains;
  private final CompareTask compare;
  private final DefragmentTask defragment;
  private final SpaceTasks space;
  private final Optional<ApplyAuthProgram> auth;

  /**
   * An agent's tasks.
   *
   * @param buckets the snapshots of its cluster; empty where no agent reaches any
   * @param maintains whether it knows how to compare its data, and to defragment them
   * @param secrets where passwords stand; empty where it knows no access control
   */
  TaskPort(
      NodeDescription self,
      Machine machine,
      EtcdPort etcd,
      TaskStrand strand,
      Optional<Function<ClusterUid, BucketPort>> buckets,
      InstantSource clock,
      boolean maintains,
      Optional<Secrets> secrets) {
    this.machine = machine;
    this.strand = strand;
    this.buckets = buckets;
    snapshots = new SnapshotTasks(self, machine, etcd, strand, clock);
    verify = new VerifyTask(machine::disk, strand, clock);
    prune = new PruneTask(self, machine, etcd, strand);
    this.maintains = maintains;
    compare = new CompareTask(self, machine, etcd, strand);
    defragment = new DefragmentTask(self, etcd, strand);
    space = new SpaceTasks(self, etcd, strand);
    auth =
        secrets.map(
            known ->
                new ApplyAuthProgram(
                    () -> new AuthPort(machine, etcd, self.endpoints().clientUrl()),
                    known,
                    () -> strand.now() * NANOS_IN_MILLI,
                    strand::interrupted));
  }

  @Override
  public Set<CommandKind> kinds() {
    Set<CommandKind> kinds = EnumSet.noneOf(CommandKind.class);
    if (buckets.isPresent()) {
      kinds.addAll(CommandKind.of(Lane.MAINTENANCE));
      kinds.remove(CommandKind.APPLY_AUTH);
      kinds.removeAll(MAINTENANCE);
    }
    if (maintains) {
      kinds.addAll(MAINTENANCE);
    }
    if (auth.isPresent()) {
      kinds.add(CommandKind.APPLY_AUTH);
    }
    return kinds;
  }

  @Override
  public TaskResult run(TaskRun run) throws InterruptedException {
    return switch (run.command()) {
      case CompareData task -> compare.run(task);
      case DefragmentMember task -> defragment.run(run);
      case CompactHistory task -> space.compact(run, task);
      case DisarmAlarm task -> space.disarm(run, task);
      case ApplyAuth task when auth.isPresent() -> auth.get().result(run, task);
      default -> ofSnapshots(run);
    };
  }

  private TaskResult ofSnapshots(TaskRun run) throws InterruptedException {
    BucketPort bucket = buckets.orElseThrow().apply(run.command().header().uid());
    try {
      return switch (run.command()) {
        case TakeSnapshot take -> taken(run, take, bucket);
        case VerifySnapshot task -> verify.run(run, task, bucket);
        case UploadDirectory upload -> upload(upload, bucket);
        case PruneDirectories task -> prune.run(run, task);
        default -> throw new IllegalArgumentException("no program for " + run.command());
      };
    } catch (SnapshotStoreException e) {
      return new TaskResult.Failed(CommandFailure.STORE_AWAY, e.why() + ": " + e.getMessage());
    } catch (IOException e) {
      return new TaskResult.Failed(CommandFailure.DISK_FULL, String.valueOf(e.getMessage()));
    }
  }

  private TaskResult taken(TaskRun run, TakeSnapshot take, BucketPort bucket)
      throws IOException, InterruptedException {
    return run.fenced().isPresent()
        ? snapshots.salvage(run, take, run.fenced().get(), bucket)
        : snapshots.take(run, take, bucket);
  }

  private TaskResult upload(UploadDirectory task, BucketPort bucket) throws InterruptedException {
    if (bucket.exists(task.key())) {
      return new TaskResult.Done("an earlier attempt put it there", Map.of("key", task.key()));
    }
    Optional<?> found = machine.disk().archived(task.directory());
    if (found.isEmpty()) {
      return new TaskResult.Bad("the archive holds no directory " + task.directory());
    }
    strand.work(100, 2_000);
    bucket.uploadDirectory(task.key());
    return new TaskResult.Done("uploaded", Map.of("key", task.key()));
  }
}
