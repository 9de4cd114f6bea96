package io.quorate.agent.app;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.EtcdMetricsSource;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.process.LoopbackUrl;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.local.EtcdBinaries;
import io.quorate.agent.local.EtcdSnapshotRestore;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.local.FileJournalDisk;
import io.quorate.agent.local.KeptFiles;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.local.ProcessTableProof;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.agent.local.WorkerThread;
import io.quorate.agent.port.AlarmApi;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.run.AgentPorts;
import io.quorate.agent.run.AgentSnapshot;
import io.quorate.agent.run.NodeAgent;
import io.quorate.agent.snapshots.SnapshotPrograms;
import io.quorate.agent.snapshots.TaskFolder;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tls.SpecTls;
import io.quorate.agent.tls.TokenKeyFolder;
import io.quorate.model.ClusterUid;
import io.quorate.release.ProjectVersion;
import io.quorate.s3.S3Settings;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.s3.S3TokenKeyStore;
import io.quorate.secrets.Secrets;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.state.Endpoints;
import io.quorate.store.RecordStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/** The supervising agent, wired to this instance's disk, etcd and clocks. */
final class AgentProcess implements RunningAgent {
  private final JournalFile journal;
  private final GrpcEtcdApi etcd;
  private final NodeAgent agent;
  private final EtcdMetricsSource etcdMetrics;

  private AgentProcess(
      JournalFile journal, GrpcEtcdApi etcd, NodeAgent agent, EtcdMetricsSource etcdMetrics) {
    this.journal = journal;
    this.etcd = etcd;
    this.agent = agent;
    this.etcdMetrics = etcdMetrics;
  }

  /**
   * Opens the disk; another agent on it is a JournalLockedException as the cause.
   *
   * @param objects the bucket's client, asked for only where there is a bucket
   */
  static AgentProcess open(
      AgentConfig config,
      InstanceIdentity identity,
      RecordStore store,
      Supplier<S3Client> objects,
      Secrets secrets,
      MetadataDocuments metadata) {
    EtcdBinary binary =
        EtcdBinary.find(
            config.etcdDir(), Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin"));
    try {
      JournalFile journal = JournalFile.open(config.dataDir());
      SpecTls tls =
          new SpecTls(
              config.dataDir().resolve("tls"),
              identity.instance().value(),
              identity.address(),
              Clock.systemUTC());
      FileDataDisk disk = new FileDataDisk(new DataDirectory(config.dataDir()));
      Latecomer onExit = new Latecomer();
      Latecomer onLog = new Latecomer();
      ReleaseFolder releases = new ReleaseFolder(config.dataDir().resolve("releases"));
      ProcessEtcdHost host =
          new ProcessEtcdHost(
                  binary.path(),
                  binary.version(),
                  disk,
                  config.dataDir().resolve("etcd.log"),
                  onExit,
                  onLog,
                  Optional.of(tls))
              .with(releases);
      Optional<TokenKeyFolder> tokenKeys =
          config
              .snapshots()
              .map(
                  bucket ->
                      new TokenKeyFolder(
                          config.dataDir().resolve("token-keys"),
                          config.cluster(),
                          () -> new S3TokenKeyStore(objects.get(), bucket.bucket())));
      tokenKeys.ifPresent(host::with);
      NodeDescription self = self(config, identity, tls);
      UnaryOperator<String> route = route(host, self);
      GrpcEtcdApi etcd = GrpcEtcdApi.following(EtcdDeadlines.DEFAULT, tls::callFiles, route);
      AtomicReference<@Nullable NodeAgent> begun = new AtomicReference<>();
      EtcdBinaries binaries =
          binary.with(releases, () -> Optional.ofNullable(begun.get()).map(NodeAgent::journal));
      TaskFolder folder = TaskFolder.at(config.dataDir().resolve("tasks"));
      InterruptionWatch interruptions = new InterruptionWatch(metadata::read);
      AgentPorts ports =
          new AgentPorts(
              store,
              etcd,
              host,
              disk,
              new FileJournalDisk(journal),
              () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
              Clock.systemUTC(),
              () -> UUID.randomUUID().toString().replace("-", ""),
              tasks(config, self, binaries, tls, etcd, objects, secrets, folder, releases, route),
              new WorkerThread(),
              recovery(config, self, binaries, disk, etcd, objects, folder),
              tls,
              interruptions,
              tokenKeys.<TokenKeys>map(keys -> keys).orElse(TokenKeys.NONE));
      NodeAgent agent = new NodeAgent(self, ports, binary.version());
      begun.set(agent);
      onExit.then(agent::etcdEnded);
      onLog.then(agent::etcdLogged);
      if (config.instance().isEmpty()) { // Else there may be no metadata service at all.
        interruptions.start(agent::interrupted);
      }
      return new AgentProcess(
          journal,
          etcd,
          agent,
          new EtcdMetricsSource(
              EtcdDeadlines.DEFAULT, () -> self.endpoints().clientUrl(), tls::callFiles, route));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the disk " + config.dataDir() + ": " + e, e);
    }
  }

  /** An etcd that is closed to clients serves its agent, on loopback. */
  private static UnaryOperator<String> route(ProcessEtcdHost host, NodeDescription self) {
    return url ->
        host.closed() && url.equals(self.endpoints().clientUrl()) ? LoopbackUrl.of(url) : url;
  }

  /** Without a bucket there is nowhere to take a snapshot to. */
  private static TaskPrograms tasks(
      AgentConfig config,
      NodeDescription self,
      EtcdBinaries etcd,
      SpecTls tls,
      EtcdApi members,
      Supplier<S3Client> objects,
      Secrets secrets,
      TaskFolder folder,
      ReleaseFolder releases,
      UnaryOperator<String> route) {
    if (config.snapshots().isEmpty()) {
      return TaskPrograms.none();
    }
    SnapshotPrograms programs =
        new SnapshotPrograms(
            self,
            etcd,
            () -> new SnapshotClient(self.endpoints().clientUrl(), tls.callFiles(), route),
            stores(config.snapshots().get(), self, objects),
            new DataDirectory(config.dataDir()),
            folder,
            Clock.systemUTC(),
            secrets,
            Optional.of(releases),
            Optional.of(members));
    programs.clean();
    return programs;
  }

  /** Without a bucket there is nothing to recover from. */
  private static Optional<RecoveryPorts> recovery(
      AgentConfig config,
      NodeDescription self,
      EtcdBinaries etcd,
      FileDataDisk disk,
      AlarmApi alarms,
      Supplier<S3Client> objects,
      KeptFiles folder) {
    return config
        .snapshots()
        .map(
            bucket ->
                new RecoveryPorts(
                    new EtcdSnapshotRestore(
                        config.dataDir(),
                        disk,
                        etcd::ofNextMember,
                        stores(bucket, self, objects),
                        folder,
                        InstantSource.system()),
                    new ProcessTableProof(config.dataDir()),
                    alarms));
  }

  private static Function<ClusterUid, SnapshotStore> stores(
      S3Settings bucket, NodeDescription self, Supplier<S3Client> objects) {
    return uid ->
        S3SnapshotStore.sharing(
            objects.get(), bucket.bucket(), self.cluster(), uid, bucket.kmsKey());
  }

  /** Called by etcd's host; what to do then is known only after it could first be called. */
  private static final class Latecomer implements Runnable {
    private volatile Runnable next = () -> {};

    void then(Runnable runnable) {
      next = runnable;
    }

    @Override
    public void run() {
      next.run();
    }
  }

  private static NodeDescription self(AgentConfig config, InstanceIdentity identity, SpecTls tls) {
    String address = "http://" + identity.address() + ":";
    Endpoints plain = new Endpoints(address + config.peerPort(), address + config.clientPort());
    return new NodeDescription(
        config.cluster(),
        identity.instance(),
        identity.zone(),
        () -> tls.endpoints(plain),
        ProjectVersion.read());
  }

  /**
   * Works until closed or abandoned. An interrupt, which nobody asks for, is an error like that of
   * a loop: etcd is left serving for the next agent, and this one does not end as if all were well.
   */
  void run() {
    try {
      agent.run();
    } catch (InterruptedException e) {
      agent.abandon();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the agent's main thread was interrupted", e);
    }
  }

  @Override
  public void close() {
    try {
      agent.close();
      release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void abandon() {
    agent.abandon();
  }

  private void release() {
    etcd.close();
    try {
      journal.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the journal: " + e, e);
    }
  }

  /** How many agents this disk has had, this one counted. */
  long bootCount() {
    return agent.bootCount();
  }

  /** The own etcd's metrics. */
  EtcdMetricsSource etcdMetrics() {
    return etcdMetrics;
  }

  @Override
  public AgentSnapshot snapshot() {
    return agent.snapshot();
  }
}
