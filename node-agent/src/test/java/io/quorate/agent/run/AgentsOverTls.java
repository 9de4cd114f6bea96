package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.process.LoopbackUrl;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.local.FileJournalDisk;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.agent.tls.SpecTls;
import io.quorate.agent.tls.TestAuthority;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents in one JVM over real etcd that speaks TLS; the test signs in a controller's place.
 */
abstract class AgentsOverTls {
  static final ClusterName CLUSTER = new ClusterName("secure");
  static final ClusterUid UID = new ClusterUid("00000000-0000-4000-8000-000000000001");
  static final String TOKEN = "secure-1-nonce";
  static final String LOOPBACK = "127.0.0.1";

  @TempDir Path root;
  final TestAuthority authority = new TestAuthority();
  final InMemoryRecordStore store = new InMemoryRecordStore();
  final List<NodeAgent> agents = new ArrayList<>();
  final List<AutoCloseable> open = new ArrayList<>();
  private final Map<Integer, Life> lives = new HashMap<>();
  final List<String> addresses =
      List.of(RealEtcd.freshAddress(), RealEtcd.freshAddress(), RealEtcd.freshAddress());

  @AfterEach
  void stop() throws Exception {
    for (NodeAgent agent : agents) {
      agent.close();
    }
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  static Endpoints secure(Heartbeat beat) {
    return new Endpoints(
        beat.endpoints().peerUrl().replaceFirst("^http:", "https:"),
        beat.endpoints().clientUrl().replaceFirst("^http:", "https:"));
  }

  void sign(int n) throws Exception {
    Heartbeat row = await(n, beat -> beat.report().publicKey().isPresent());
    put(
        Keys.certificate(CLUSTER, instance(n)),
        Codecs.NODE_CERTIFICATES.write(
            authority.sign(
                instance(n), row.report().publicKey().orElseThrow(), addresses.get(n), LOOPBACK)));
  }

  void start(int n) throws Exception {
    start(n, store);
  }

  /** Its agent, which reaches this store. */
  NodeAgent start(int n, RecordStore shared) throws Exception {
    Path data = root.resolve("node-" + n);
    JournalFile journal = JournalFile.open(data);
    SpecTls tls =
        new SpecTls(data.resolve("tls"), instance(n).value(), addresses.get(n), Clock.systemUTC());
    FileDataDisk disk = new FileDataDisk(new DataDirectory(data));
    List<Runnable> ended = new ArrayList<>();
    EtcdVersion version = EtcdVersion.parse("3.5.30").orElseThrow();
    String base = "http://" + addresses.get(n) + ":";
    Endpoints plain = new Endpoints(base + "12380", base + "12379");
    ProcessEtcdHost host =
        new ProcessEtcdHost(
            RealEtcd.tool("etcd"),
            version,
            disk,
            data.resolve("etcd.log"),
            () -> ended.forEach(Runnable::run),
            () -> {},
            Optional.of(tls));
    GrpcEtcdApi etcd =
        GrpcEtcdApi.following(
            EtcdDeadlines.DEFAULT,
            tls::callFiles,
            url ->
                host.closed() && url.equals(tls.endpoints(plain).clientUrl())
                    ? LoopbackUrl.of(url)
                    : url);
    open.add(journal);
    open.add(etcd);
    NodeAgent agent =
        new NodeAgent(
            new NodeDescription(
                CLUSTER, instance(n), "zone-" + n, () -> tls.endpoints(plain), "test"),
            new AgentPorts(
                shared,
                etcd,
                host,
                disk,
                new FileJournalDisk(journal),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString().replace("-", ""),
                TaskPrograms.none(),
                TaskWorker.none(),
                Optional.empty(),
                tls),
            version);
    ended.add(agent::etcdEnded);
    agents.add(agent);
    Thread worker = Thread.ofPlatform().daemon().start(() -> work(agent));
    lives.put(n, new Life(agent, journal, worker));
    return agent;
  }

  private record Life(NodeAgent agent, JournalFile journal, Thread worker) {}

  /** Its agent dies, etcd goes on, and another one begins, which reaches this store. */
  NodeAgent restart(int n, RecordStore shared) throws Exception {
    Life former = Objects.requireNonNull(lives.get(n));
    former.agent().abandon();
    former.worker().join();
    agents.remove(former.agent());
    former.journal().close();
    open.remove(former.journal());
    return start(n, shared);
  }

  private static void work(NodeAgent agent) {
    try {
      agent.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Bootstrap bootstrap() throws Exception {
    List<InitialMember> voters = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      Heartbeat row = await(n, beat -> true);
      voters.add(
          new InitialMember(
              instance(n),
              EtcdIds.memberId(List.of(row.endpoints().peerUrl()), TOKEN),
              row.endpoints(),
              "zone-" + n,
              row.boot().diskId()));
    }
    return new Bootstrap(
        Generation.FIRST,
        TOKEN,
        EtcdIds.clusterId(voters.stream().map(InitialMember::memberId).toList()),
        voters,
        "nonce",
        Instant.EPOCH);
  }

  static InstanceId instance(int n) {
    return new InstanceId("i-" + n);
  }

  List<ProcessHandle> etcds() {
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().filter(c -> c.contains(root.toString())).isPresent())
        .toList();
  }

  String commandLine() throws Exception {
    Path arguments = Path.of("/proc", String.valueOf(etcds().getFirst().pid()), "cmdline");
    return Files.readString(arguments).replace('\0', ' ');
  }

  void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }

  Heartbeat await(int n, Predicate<Heartbeat> holds) throws InterruptedException {
    Key key = Keys.node(CLUSTER, instance(n));
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    Optional<Heartbeat> last = Optional.empty();
    while (System.nanoTime() < until) {
      last =
          Optional.ofNullable(store.read(List.of(key)).get(key))
              .map(item -> Codecs.HEARTBEAT.read(item.attributes(), "row"));
      if (last.filter(holds).isPresent()) {
        return last.get();
      }
      assertThat(new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS)).isFalse();
    }
    throw new AssertionError("node " + n + " never got there; last heartbeat " + last);
  }
}
