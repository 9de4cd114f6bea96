package io.quorate.agent.supervision;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.JournalDisk;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Watermark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A supervisor over a real etcd on a real disk, in time that the test makes. */
final class RealNode implements EtcdEvents, JournalDisk, AutoCloseable {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final String NONCE = "abc";

  final List<Exit> exits = new ArrayList<>();
  final List<String> troubles = new ArrayList<>();
  final GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty());
  final JournalStore journalStore;
  final ProcessEtcdHost host;
  final Supervisor supervisor;
  final String directory;
  private final FileDataDisk disk;
  private final Path root;
  private final Endpoints endpoints;
  private final String initialCluster;
  private final String token;
  private long now;

  RealNode(Path root, String address, String initialCluster, String token) {
    this.root = root;
    this.initialCluster = initialCluster;
    this.token = token;
    endpoints = new Endpoints(RealEtcd.peerUrl(address), RealEtcd.clientUrl(address));
    disk = new FileDataDisk(new DataDirectory(root));
    directory = disk.name(Generation.FIRST, NONCE);
    host =
        new ProcessEtcdHost(
            RealEtcd.tool("etcd"), VERSION, disk, root.resolve("etcd.log"), () -> {});
    journalStore = JournalStore.open(this, AgentJournal.fresh(new InstanceId("i-1"), "disk"));
    supervisor = new Supervisor(journalStore, host, disk, admin, VERSION, this, () -> {});
  }

  String clientUrl() {
    return endpoints.clientUrl();
  }

  Path etcdData() {
    return DataDirectory.etcdData(root.resolve("etcd").resolve(directory));
  }

  /** Runs {@code new}, until etcd answers. */
  void bear() {
    disk.create(Generation.FIRST, NONCE);
    supervisor.runFirst(launch(true));
    tickUntil("etcd has a leader", () -> admin.list(clientUrl()).answer().isPresent());
  }

  /** Runs it on what is there. */
  void runExisting() {
    supervisor.run(launch(false));
  }

  private Launch launch(boolean bootstrap) {
    ClusterSpec spec = ClusterSpec.defaults(new ClusterName("real"), VERSION);
    return new Launch("i-1", directory, endpoints, bootstrap, initialCluster, token, spec.etcd());
  }

  /** Journals the member that runs, and whom to ask about it. */
  void remember(MemberStatus self, List<String> contacts) {
    MemberIdentity identity =
        new MemberIdentity(
            new ClusterUid("uid-1"), Generation.FIRST, self.clusterId(), self.memberId(), NONCE);
    JournalMember member =
        new JournalMember(
            identity, directory, token, initialCluster, 1, true, Watermark.NONE, contacts);
    journalStore.change(
        edit ->
            journalStore.current().member().isEmpty()
                ? edit.memberCreated(member)
                : edit.memberKnown(member));
  }

  /** This much time passes, then a look. */
  void tick(long millis) {
    now += millis;
    supervisor.tick(now);
  }

  void tickUntil(String what, Callable<Boolean> condition) {
    RealEtcd.await(
        what,
        () -> {
          tick(1_000);
          return condition.call();
        });
  }

  @Override
  public void started(ProcessMark mark, String how) {}

  @Override
  public void exited(Exit exit, long pauseMillis) {
    exits.add(exit);
  }

  @Override
  public void unusable(DataVerdict verdict) {}

  @Override
  public void trouble(String what) {
    troubles.add(what);
  }

  @Override
  public Optional<Map<String, Object>> load() {
    return Optional.empty();
  }

  @Override
  public void save(Map<String, Object> document) {}

  @Override
  public void close() {
    host.kill();
    RealEtcd.await(
        "etcd ends", () -> !(host.see() instanceof io.quorate.agent.port.EtcdHost.Seen.Running));
    admin.close();
  }
}
