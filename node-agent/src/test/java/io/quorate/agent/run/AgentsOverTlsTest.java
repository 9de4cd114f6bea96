package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.EtcdDeadlines;
import io.quorate.agent.etcd.GrpcEtcdApi;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.local.FileJournalDisk;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.agent.tls.GivenFiles;
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
import io.quorate.spec.SpecReader;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.OwnCertificates;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents in one JVM over real etcd that speaks TLS; the test signs in a controller's place.
 */
class AgentsOverTlsTest {
  private static final ClusterName CLUSTER = new ClusterName("secure");
  private static final ClusterUid UID = new ClusterUid("00000000-0000-4000-8000-000000000001");
  private static final String TOKEN = "secure-1-nonce";
  private static final String LOOPBACK = "127.0.0.1";

  @TempDir Path root;
  private final TestAuthority authority = new TestAuthority();
  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final List<NodeAgent> agents = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> addresses =
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

  @Test
  void membersSpeakTlsAndOneWithoutCertificatesWaits() throws Exception {
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(
                SpecReader.read("name: secure\netcd: {version: 3.5}\ntls: {mode: managed}")
                    .orThrow(),
                UID,
                1,
                Instant.EPOCH,
                "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    for (int n = 0; n < 3; n++) {
      start(n);
    }
    for (int n = 0; n < 3; n++) {
      Heartbeat told = await(n, beat -> beat.report().publicKey().isPresent());
      assertThat(await(n, beat -> beat.endpoints().equals(secure(told))).endpoints().peerUrl())
          .startsWith("https://" + addresses.get(n));
    }
    put(Keys.pki(CLUSTER), Codecs.AUTHORITIES.write(authority.certificates()));
    sign(0);
    sign(1);
    Bootstrap bootstrap = bootstrap();
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap).committed()));
    await(0, Heartbeat::serving);
    await(1, Heartbeat::serving);
    assertThat(await(2, beat -> true).identity()).as("it has no certificates yet").isEmpty();

    sign(2);
    Heartbeat third = await(2, Heartbeat::serving);
    assertThat(third.members())
        .hasSize(3)
        .allSatisfy(member -> assertThat(member.peerUrls().getFirst()).startsWith("https://"));

    for (ProcessHandle etcd : etcds()) {
      etcd.destroyForcibly();
    }
    for (int n = 0; n < 3; n++) {
      await(n, beat -> beat.lastExit().isPresent() && beat.serving());
    }
    assertThat(commandLine())
        .contains("--peer-client-cert-auth=true", "--peer-trusted-ca-file=", "--cert-file=")
        .doesNotContain("http://");
  }

  /** One certificate for all three, since they share a disk here. */
  @Test
  void membersWithFilesOfTheirOwnSpeakTlsOnceTheyFit() throws Exception {
    Path theirs = Files.createDirectories(root.resolve("theirs"));
    GivenFiles files =
        new GivenFiles(theirs, addresses.get(0), addresses.get(1), addresses.get(2), LOOPBACK);
    String key = Files.readString(theirs.resolve("peer.key"));
    files.write("peer.key", "no key");
    String spec =
        """
        name: secure
        etcd: {version: 3.5}
        tls:
          mode: files
          clients: required
          files:
            peerCertificate: %1$s/peer.crt
            peerKey: %1$s/peer.key
            peerCa: %1$s/peer-ca.crt
            certificate: %1$s/server.crt
            key: %1$s/server.key
            clientCa: %1$s/client-ca.crt
        """
            .formatted(theirs);
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(SpecReader.read(spec).orThrow(), UID, 1, Instant.EPOCH, "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    for (int n = 0; n < 3; n++) {
      start(n);
    }
    for (int n = 0; n < 3; n++) {
      Heartbeat waiting =
          await(
              n,
              beat -> beat.report().ownCertificates().flatMap(OwnCertificates::unfit).isPresent());
      assertThat(waiting.report().ownCertificates().flatMap(OwnCertificates::unfit).orElse(""))
          .contains("tls.files.peerKey (" + theirs + "/peer.key)", "holds none");
      assertThat(waiting.endpoints().peerUrl()).startsWith("http://");
    }

    files.write("peer.key", key);
    for (int n = 0; n < 3; n++) {
      Heartbeat fits = await(n, beat -> beat.endpoints().equals(secure(beat)));
      assertThat(fits.report().ownCertificates().flatMap(OwnCertificates::unfit)).isEmpty();
    }
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap()).committed()));
    for (int n = 0; n < 3; n++) {
      assertThat(await(n, Heartbeat::serving).members())
          .hasSize(3)
          .allSatisfy(member -> assertThat(member.peerUrls().getFirst()).startsWith("https://"));
    }
    assertThat(commandLine()).contains("--client-cert-auth=true", "tls/given/peer.pem");
  }

  private static Endpoints secure(Heartbeat beat) {
    return new Endpoints(
        beat.endpoints().peerUrl().replaceFirst("^http:", "https:"),
        beat.endpoints().clientUrl().replaceFirst("^http:", "https:"));
  }

  private void sign(int n) throws Exception {
    Heartbeat row = await(n, beat -> beat.report().publicKey().isPresent());
    put(
        Keys.certificate(CLUSTER, instance(n)),
        Codecs.NODE_CERTIFICATES.write(
            authority.sign(
                instance(n), row.report().publicKey().orElseThrow(), addresses.get(n), LOOPBACK)));
  }

  private void start(int n) throws Exception {
    Path data = root.resolve("node-" + n);
    JournalFile journal = JournalFile.open(data);
    SpecTls tls =
        new SpecTls(data.resolve("tls"), instance(n).value(), addresses.get(n), Clock.systemUTC());
    GrpcEtcdApi etcd = GrpcEtcdApi.following(EtcdDeadlines.DEFAULT, tls::callFiles);
    open.add(journal);
    open.add(etcd);
    FileDataDisk disk = new FileDataDisk(new DataDirectory(data));
    List<Runnable> ended = new ArrayList<>();
    EtcdVersion version = EtcdVersion.parse("3.5.30").orElseThrow();
    String base = "http://" + addresses.get(n) + ":";
    Endpoints plain = new Endpoints(base + "12380", base + "12379");
    NodeAgent agent =
        new NodeAgent(
            new NodeDescription(
                CLUSTER, instance(n), "zone-" + n, () -> tls.endpoints(plain), "test"),
            new AgentPorts(
                store,
                etcd,
                new ProcessEtcdHost(
                    RealEtcd.tool("etcd"),
                    version,
                    disk,
                    data.resolve("etcd.log"),
                    () -> ended.forEach(Runnable::run),
                    () -> {},
                    Optional.of(tls)),
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

  private static InstanceId instance(int n) {
    return new InstanceId("i-" + n);
  }

  private List<ProcessHandle> etcds() {
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().filter(c -> c.contains(root.toString())).isPresent())
        .toList();
  }

  private String commandLine() throws Exception {
    Path arguments = Path.of("/proc", String.valueOf(etcds().getFirst().pid()), "cmdline");
    return Files.readString(arguments).replace('\0', ' ');
  }

  private void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }

  private Heartbeat await(int n, Predicate<Heartbeat> holds) throws InterruptedException {
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
