package io.quorate.agent.snapshots;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.local.EtcdBinaries;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandKind;
import io.quorate.command.CompactHistory;
import io.quorate.command.CompareData;
import io.quorate.command.DefragmentMember;
import io.quorate.command.DisarmAlarm;
import io.quorate.command.Lane;
import io.quorate.command.PrepareRelease;
import io.quorate.command.PruneDirectories;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.UploadDirectory;
import io.quorate.command.VerifySnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.Secrets;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks on snapshots. The bucket's client and the work folder are made for each, and go after
 * it.
 */
public final class SnapshotPrograms implements TaskPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPrograms.class);

  private final Function<ClusterUid, SnapshotStore> stores;
  private final TaskFolder folder;
  private final TakeSnapshotProgram take;
  private final SalvageProgram salvage;
  private final VerifySnapshotProgram verify;
  private final UploadDirectoryProgram upload;
  private final CompactProgram compact;
  private final Optional<DefragmentProgram> defragment;
  private final CompareDataProgram compare;
  private final Optional<DisarmProgram> disarm;
  private final PruneDirectoriesProgram prune;
  private final ApplyAuthProgram auth;
  private final DataDirectory directories;
  private final Optional<PrepareReleaseProgram> prepare;

  /** The tasks of a node that prepares no releases and is not defragmented. */
  public SnapshotPrograms(
      NodeDescription self,
      EtcdBinaries etcd,
      Supplier<SnapshotClient> sources,
      Function<ClusterUid, SnapshotStore> stores,
      DataDirectory directories,
      TaskFolder folder,
      InstantSource clock,
      Secrets secrets) {
    this(
        self,
        etcd,
        sources,
        stores,
        directories,
        folder,
        clock,
        secrets,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The tasks of this node.
   *
   * @param etcd which etcd reads what
   * @param sources opens the own etcd
   * @param stores opens the cluster's snapshots
   * @param releases where releases are prepared
   * @param members the calls to the own etcd and to the other members
   * @param secrets where passwords stand that are in no file
   * @param directories the node's data directories, from whose archive a fenced one is salvaged
   */
  public SnapshotPrograms(
      NodeDescription self,
      EtcdBinaries etcd,
      Supplier<SnapshotClient> sources,
      Function<ClusterUid, SnapshotStore> stores,
      DataDirectory directories,
      TaskFolder folder,
      InstantSource clock,
      Secrets secrets,
      Optional<ReleaseFolder> releases,
      Optional<EtcdApi> members) {
    this.stores = stores;
    this.folder = folder;
    take =
        new TakeSnapshotProgram(
            self, sources, () -> EtcdUtl.beside(etcd.ofData()).quiet(), folder, clock);
    salvage = new SalvageProgram(self, etcd::ofData, directories, folder, clock);
    verify = new VerifySnapshotProgram(new EtcdPrograms(etcd, releases), folder, clock);
    upload = new UploadDirectoryProgram(directories, folder);
    compact = new CompactProgram(sources);
    defragment =
        members.map(api -> new DefragmentProgram(self, sources, api, directories::usableBytes));
    compare = new CompareDataProgram(sources, directories);
    disarm = members.map(api -> new DisarmProgram(self, sources, api));
    prune = new PruneDirectoriesProgram(directories, sources);
    auth =
        new ApplyAuthProgram(
            () -> new AuthCalls(sources.get()),
            secrets,
            System::nanoTime,
            () -> Thread.currentThread().isInterrupted());
    this.directories = directories;
    prepare = releases.map(kept -> new PrepareReleaseProgram(kept, folder));
  }

  @Override
  public Set<CommandKind> kinds() {
    return CommandKind.of(Lane.MAINTENANCE).stream()
        .filter(kind -> kind != CommandKind.PREPARE_RELEASE || prepare.isPresent())
        .filter(kind -> kind != CommandKind.DEFRAGMENT || defragment.isPresent())
        .filter(kind -> kind != CommandKind.DISARM_ALARM || disarm.isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public TaskResult run(TaskRun run) throws InterruptedException {
    try (SnapshotStore store = stores.apply(run.command().header().uid())) {
      return switch (run.command()) {
        case TakeSnapshot task -> take(run, task, store);
        case VerifySnapshot task -> verify.run(run, task, store);
        case UploadDirectory task -> upload.run(run, task, store);
        case CompactHistory task -> compact.run(run, task);
        case DefragmentMember task when defragment.isPresent() -> defragment.get().run(run);
        case CompareData task -> compare.run(run, task);
        case DisarmAlarm task when disarm.isPresent() -> disarm.get().run(run, task);
        case PruneDirectories task -> prune.run(run, task);
        case ApplyAuth task -> auth.run(run, task);
        case PrepareRelease task when prepare.isPresent() -> prepare.get().run(run, task, store);
        default -> throw new IllegalArgumentException("no program for " + run.command());
      };
    } catch (TaskFailedException e) {
      return e.result();
    } catch (SnapshotStoreException e) {
      return Failures.of(e);
    } catch (EtcdToolException e) {
      return Failures.of(e);
    } catch (InterruptedIOException e) {
      throw stopped(e);
    } catch (IOException e) {
      return Failures.of(e);
    } catch (TaskStoppedException e) {
      throw stopped(e);
    } finally {
      clean();
    }
  }

  private static InterruptedException stopped(Exception e) {
    InterruptedException stopped = new InterruptedException(e.getMessage());
    stopped.initCause(e);
    return stopped;
  }

  /** A node takes it of its own etcd; one whose member is fenced, of that member's directory. */
  private TaskResult take(TaskRun run, TakeSnapshot task, SnapshotStore store)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    return run.fenced().isPresent()
        ? salvage.run(run, task, run.fenced().get(), store)
        : take.run(run, task, store);
  }

  /**
   * Removes what is left in the work folder, and of deleted directories; what cannot be removed now
   * is before the next task.
   */
  public void clean() {
    try {
      folder.clean();
      directories.sweep();
    } catch (IOException e) {
      LOG.warn("event=task-folder-not-removed detail=\"{}\"", e.toString());
    }
  }
}
