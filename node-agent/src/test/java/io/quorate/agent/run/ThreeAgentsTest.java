package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.local.FileJournalDisk;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdIds;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three agents in one JVM over real etcd: bootstrap, a killed etcd, a wiped directory, a join. */
class ThreeAgentsTest {
  private static final ClusterName CLUSTER = new ClusterName("three");
  private static final ClusterUid UID = new ClusterUid("00000000-0000-4000-8000-000000000001");
  private static final String TOKEN = "three-1-nonce";

  @TempDir Path root;
  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final List<NodeAgent> agents = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (NodeAgent agent : agents) {
      agent.close();
    }
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  @Test
  void bootstrappedKilledWipedJoined() throws Exception {
    EtcdVersion line = EtcdVersion.parse("3.5").orElseThrow();
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(ClusterSpec.defaults(CLUSTER, line), UID, 1, Instant.EPOCH, "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    for (int n = 1; n <= 3; n++) {
      start(n);
    }
    for (int n = 1; n <= 3; n++) {
      await(n, beat -> beat.data() == DataState.NONE);
    }
    Bootstrap bootstrap = bootstrap();
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap).committed()));
    for (int n = 1; n <= 3; n++) {
      await(n, Heartbeat::serving);
    }
    long first = etcdPid(1);
    ProcessHandle.of(first).orElseThrow().destroyForcibly();
    await(1, beat -> beat.lastExit().isPresent() && beat.serving());
    assertThat(etcdPid(1)).isNotEqualTo(first);

    long second = etcdPid(2);
    wipe(2);
    await(2, beat -> beat.data() == DataState.LOST);
    assertThat(ProcessHandle.of(second)).as("etcd is left running").isPresent();
    ProcessHandle.of(second).orElseThrow().destroyForcibly();
    Heartbeat lost = await(2, beat -> beat.lastExit().isPresent());
    MemberIdentity former = lost.identity().orElseThrow();
    JoinCluster join =
        new JoinCluster(
            new CommandHeader(
                "join-1", instance(2), UID, Generation.FIRST, new FencingToken(7), Instant.EPOCH),
            Optional.of(former.memberId()),
            TOKEN,
            bootstrap.clusterId(),
            List.of(endpoints(1).clientUrl(), endpoints(3).clientUrl()),
            60_000,
            5_000);
    put(
        Keys.command(CLUSTER, Lane.MEMBERSHIP, instance(2)),
        CommandCodec.write(new CommandSlot(join, CommandSlot.State.OPEN)));
    Heartbeat joined = await(2, beat -> beat.outcome().isPresent() && beat.serving());
    assertThat(joined.outcome().orElseThrow().result()).isEqualTo(Outcome.Result.DONE);
    assertThat(joined.data()).isEqualTo(DataState.INTACT);
    assertThat(joined.identity().orElseThrow().memberId()).isNotEqualTo(former.memberId());
    await(
        1,
        beat ->
            beat.members().size() == 3
                && beat.members().stream()
                    .noneMatch(member -> member.id().equals(former.memberId())));
  }

  private void start(int n) throws IOException {
    Path binary =
        Stream.of(
                System.getenv().getOrDefault("QUORATE_ETCD_DIR", "/nowhere"),
                System.getProperty("user.home") + "/.cache/quorate/tools/etcd")
            .map(folder -> Path.of(folder, "etcd"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("/nowhere"));
    Assumptions.assumeTrue(Files.isExecutable(binary), "no etcd: infra/setup installs it");
    Path data = root.resolve("node-" + n);
    JournalFile journal = JournalFile.open(data);
    GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty());
    open.add(journal);
    open.add(admin);
    FileDataDisk disk = new FileDataDisk(new DataDirectory(data));
    List<Runnable> ended = new ArrayList<>();
    EtcdVersion version = EtcdVersion.parse("3.5.30").orElseThrow();
    NodeAgent agent =
        new NodeAgent(
            new NodeDescription(CLUSTER, instance(n), "zone-" + n, endpoints(n), "test"),
            new AgentPorts(
                store,
                admin,
                new ProcessEtcdHost(
                    binary,
                    version,
                    disk,
                    data.resolve("etcd.log"),
                    () -> ended.forEach(Runnable::run)),
                disk,
                new FileJournalDisk(journal),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString().replace("-", "")),
            version);
    ended.add(agent::etcdEnded);
    agents.add(agent);
    Thread.ofPlatform().daemon().start(() -> work(agent));
  }

  private static void work(NodeAgent agent) {
    try {
      agent.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Bootstrap bootstrap() throws Exception {
    List<InitialMember> voters = new ArrayList<>();
    for (int n = 1; n <= 3; n++) {
      voters.add(
          new InitialMember(
              instance(n),
              EtcdIds.memberId(List.of(endpoints(n).peerUrl()), TOKEN),
              endpoints(n),
              "zone-" + n,
              await(n, beat -> true).boot().diskId()));
    }
    return new Bootstrap(
        Generation.FIRST,
        TOKEN,
        EtcdIds.clusterId(voters.stream().map(InitialMember::memberId).toList()),
        voters,
        "nonce",
        Instant.EPOCH);
  }

  private static InstanceId instance(int n) {
    return new InstanceId("i-" + n);
  }

  private static Endpoints endpoints(int n) {
    String address = "http://127.0.77." + n + ":";
    return new Endpoints(address + "12380", address + "12379");
  }

  private long etcdPid(int n) throws IOException {
    String argument = "--data-dir=" + root.resolve("node-" + n);
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().filter(c -> c.contains(argument)).isPresent())
        .findFirst()
        .orElseThrow()
        .pid();
  }

  private void wipe(int n) throws IOException {
    Path etcd = root.resolve("node-" + n).resolve("etcd");
    try (Stream<Path> files = Files.walk(etcd)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }

  private Heartbeat await(int n, Predicate<Heartbeat> holds) throws InterruptedException {
    Key key = Keys.node(CLUSTER, instance(n));
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
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
