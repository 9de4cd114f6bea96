package io.quorate.agent.etcd;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.agent.etcd.process.EtcdCommandLine;
import io.quorate.agent.etcd.process.EtcdLaunch;
import io.quorate.agent.etcd.process.EtcdProcess;
import io.quorate.agent.etcd.process.InitialClusterState;
import io.quorate.agent.etcd.tools.ToolCommand;
import io.quorate.agent.tls.ManagedTls;
import io.quorate.agent.tls.TestAuthority;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.JwtToken;
import io.quorate.spec.TlsSettings;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Real members as agents start them: they speak TLS, take client certificates only, and their
 * access control is on. {@link #api} calls them with the certificate of {@code root}.
 */
public final class AuthedMembers implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();

  private final Path folder;
  private final Optional<JwtToken> token;
  private final TestAuthority authority = new TestAuthority();
  private final List<Node> nodes = new ArrayList<>();
  private final GrpcEtcdApi api;
  private final GrpcEtcdApi impatient;

  private record Node(
      InstanceId instance, String peerUrl, String clientUrl, ManagedTls tls, Path data) {}

  private final Map<Integer, EtcdProcess> running = new LinkedHashMap<>();

  /** So many voters, whose access control is on; {@code more} nodes can be started later. */
  public AuthedMembers(Path folder, int voters, int more) {
    this(folder, voters, more, Optional.empty());
  }

  /** The same, with such tokens. */
  AuthedMembers(Path folder, int voters, int more, Optional<JwtToken> token) {
    this.folder = folder;
    this.token = token;
    for (int n = 0; n < voters + more; n++) {
      nodes.add(node(n));
    }
    Optional<TlsFiles> root = nodes.getFirst().tls().callFiles();
    api = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, root);
    Duration brief = Duration.ofSeconds(2);
    impatient = new GrpcEtcdApi(new EtcdDeadlines(brief, brief, brief), root);
    for (int n = 0; n < voters; n++) {
      start(n, voters, InitialClusterState.NEW);
    }
    for (int n = 0; n < voters; n++) {
      String url = clientUrl(n);
      RealEtcd.await("it serves", () -> api.list(url).answer().isPresent());
    }
    etcdctl("user", "add", "root", "--no-password");
    etcdctl("user", "grant-role", "root", "root");
    etcdctl("auth", "enable");
  }

  private Node node(int n) {
    InstanceId instance = new InstanceId("i-" + n);
    String address = RealEtcd.freshAddress();
    ManagedTls tls =
        new ManagedTls(folder.resolve("tls-" + n), instance.value(), InstantSource.system());
    tls.follow(new TlsSettings(TlsSettings.Mode.MANAGED, TlsSettings.Clients.REQUIRED, List.of()));
    tls.install(
        authority.certificates(),
        authority.sign(instance, tls.proof().orElseThrow(), address, LOOPBACK));
    return new Node(
        instance,
        secure(RealEtcd.peerUrl(address)),
        secure(RealEtcd.clientUrl(address)),
        tls,
        folder.resolve("data-" + n));
  }

  private static String secure(String url) {
    return url.replace("http://", "https://");
  }

  /** Starts a node that was added as a learner beside so many members. */
  public void startLearner(int n, int members) {
    start(n, members, InitialClusterState.EXISTING);
  }

  private EtcdSettings settings() {
    EtcdSettings usual = ClusterSpec.defaults(new ClusterName("demo"), VERSION).etcd();
    return new EtcdSettings(
        usual.version(),
        usual.quota(),
        usual.autoCompaction(),
        usual.maxRequest(),
        usual.heartbeatInterval(),
        usual.electionTimeout(),
        usual.snapshotCount(),
        usual.extraFlags(),
        token);
  }

  private void start(int n, int members, InitialClusterState state) {
    Node node = nodes.get(n);
    Map<String, List<String>> initial = new LinkedHashMap<>();
    nodes.stream()
        .limit(members)
        .forEach(other -> initial.put(other.instance().value(), List.of(other.peerUrl())));
    initial.put(node.instance().value(), List.of(node.peerUrl()));
    EtcdLaunch launch =
        new EtcdLaunch(
            node.instance().value(),
            node.data(),
            List.of(node.peerUrl()),
            List.of(node.peerUrl()),
            List.of(node.clientUrl()),
            List.of(node.clientUrl()),
            initial,
            state,
            "token",
            settings(),
            node.tls().etcdFiles(),
            VERSION);
    try {
      running.put(
          n,
          EtcdProcess.start(
              EtcdCommandLine.render(RealEtcd.tool("etcd"), launch),
              folder.resolve("etcd-" + n + ".log")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs etcdctl as root; it has to succeed. */
  public void etcdctl(String... arguments) {
    TlsFiles files = nodes.getFirst().tls().callFiles().orElseThrow();
    List<String> command =
        new ArrayList<>(
            List.of(
                RealEtcd.tool("etcdctl").toString(),
                "--endpoints=" + clientUrl(0),
                "--cacert=" + files.trustedCa(),
                "--cert=" + files.certificate(),
                "--key=" + files.key()));
    command.addAll(List.of(arguments));
    Path log = folder.resolve("etcdctl.log");
    try {
      int code = ToolCommand.start(command, false, log).waitFor();
      if (code != 0) {
        throw new AssertionError(command + ": " + Files.readString(log));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Calls to one member as root. */
  public SnapshotClient calls(int n) {
    return new SnapshotClient(clientUrl(n), nodes.getFirst().tls().callFiles());
  }

  /** Calls as root. */
  public GrpcEtcdApi api() {
    return api;
  }

  /** The same, but gives a change up after 2 s, where etcd itself would after 7 s. */
  public GrpcEtcdApi impatient() {
    return impatient;
  }

  public String clientUrl(int n) {
    return nodes.get(n).clientUrl();
  }

  public String peerUrl(int n) {
    return nodes.get(n).peerUrl();
  }

  /** The id of the member on a node that runs. */
  public MemberId id(int n) {
    return status(n).memberId();
  }

  /** Which node leads, once one does. */
  public int leader() {
    RealEtcd.await("one leads", () -> leading().isPresent());
    return leading().orElseThrow();
  }

  private Optional<Integer> leading() {
    return IntStream.range(0, nodes.size())
        .filter(running::containsKey)
        .boxed()
        .filter(n -> api.status(clientUrl(n)).answer().filter(MemberStatus::leads).isPresent())
        .findFirst();
  }

  private MemberStatus status(int n) {
    return api.status(clientUrl(n)).answer().orElseThrow();
  }

  @Override
  public void close() {
    running.values().forEach(EtcdProcess::force);
    running.values().forEach(process -> RealEtcd.await("it ends", () -> !process.isAlive()));
    api.close();
    impatient.close();
  }
}
