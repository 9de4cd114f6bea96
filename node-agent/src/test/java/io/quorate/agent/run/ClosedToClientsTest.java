package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.X509Bundle;
import io.quorate.agent.AwayStore;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.agent.etcd.process.LoopbackUrl;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.auth.AuthChange;
import io.quorate.codec.Codecs;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.store.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * A cluster whose spec has access control from its first start, over real etcd, and somebody with a
 * certificate of the clients' authority and without any right, who tries to read all the time.
 */
class ClosedToClientsTest extends AgentsOverTls {
  private static final List<Integer> NODES = List.of(0, 1, 2);

  private final AtomicLong tried = new AtomicLong();
  private final AtomicLong served = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  /** Reads through every member's client URL, as fast as it is answered. */
  private Thread stranger() throws Exception {
    X509Bundle made = authority.client("stranger");
    Path folder = Files.createDirectories(root.resolve("stranger"));
    TlsFiles files =
        new TlsFiles(
            Files.writeString(folder.resolve("ca.pem"), authority.certificates().clients()),
            Files.writeString(folder.resolve("own.pem"), made.getCertificatePEM()),
            Files.writeString(folder.resolve("own.key"), made.getPrivateKeyPEM()));
    GrpcEtcdApi client = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.of(files));
    open.add(client);
    return Thread.ofPlatform().daemon().start(() -> tries(client));
  }

  private void tries(GrpcEtcdApi client) {
    while (!over.get()) {
      for (int n : NODES) {
        Reply<ListedMembers> reply = client.list(clientUrl(n));
        tried.incrementAndGet();
        boolean denied =
            (reply instanceof Reply.Refused<ListedMembers> no && no.why() == Refusal.AUTH)
                || reply.answer().flatMap(ListedMembers::readRefused).isPresent();
        (denied ? refused : reply.answer().isPresent() ? served : new AtomicLong())
            .incrementAndGet();
      }
    }
  }

  private String clientUrl(int n) {
    return "https://" + addresses.get(n) + ":12379";
  }

  private void bootstrapped() throws Exception {
    String spec =
        "name: secure\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
            + "auth: {enabled: true}";
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(SpecReader.read(spec).orThrow(), UID, 1, Instant.EPOCH, "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    put(Keys.pki(CLUSTER), Codecs.AUTHORITIES.write(authority.certificates()));
    for (int n : NODES) {
      start(n);
      sign(n);
    }
    for (int n : NODES) {
      await(n, beat -> beat.endpoints().clientUrl().startsWith("https://"));
    }
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap()).committed()));
  }

  /** As APPLY_AUTH does, through the loopback address of one member. */
  private void switchedOn() throws Exception {
    Path tls = root.resolve("node-0").resolve("tls");
    TlsFiles own =
        new TlsFiles(
            tls.resolve("client-ca.pem"), tls.resolve("client.pem"), tls.resolve("node.key"));
    try (SnapshotClient client =
        new SnapshotClient(clientUrl(0), Optional.of(own), LoopbackUrl::of)) {
      AuthCalls calls = new AuthCalls(client);
      for (AuthChange change :
          List.of(
              new AuthChange.AddUser("root"),
              new AuthChange.GrantRole("root", "root"),
              new AuthChange.Enable())) {
        assertThat(calls.make(change, Optional.empty()).answer()).as(change.words()).isPresent();
      }
    }
  }

  /** What each etcd was started with, of this option. */
  private List<String> options(String name) throws Exception {
    List<String> found = new ArrayList<>();
    for (ProcessHandle etcd : etcds()) {
      for (String argument :
          Files.readString(Path.of("/proc", Long.toString(etcd.pid()), "cmdline"))
              .split("\0", -1)) {
        if (argument.startsWith("--" + name + "=")) {
          found.add(argument.substring(name.length() + 3));
        }
      }
    }
    return found;
  }

  private List<String> own() {
    return NODES.stream().map(this::clientUrl).toList();
  }

  private ProcessHandle etcdOf(int n) {
    return etcds().stream()
        .filter(
            etcd -> etcd.info().commandLine().orElse("").contains("--name=" + instance(n) + " "))
        .findFirst()
        .orElseThrow();
  }

  private void awaitUnready(NodeAgent agent) {
    RealEtcd.await(
        "closed, and not ready",
        () ->
            agent
                .snapshot()
                .unready()
                .filter(why -> why.contains("closed to clients"))
                .isPresent());
  }

  /** Also while the control plane is away, and where the agent and its etcd are killed. */
  @Test
  void nobodyIsServedBeforeAccessControlIsOn() throws Exception {
    Thread stranger = stranger();
    bootstrapped();
    for (int n : NODES) {
      assertThat(await(n, Heartbeat::serving).report().closed()).isTrue();
    }
    assertThat(options("advertise-client-urls")).containsExactlyInAnyOrderElementsOf(own());
    assertThat(options("listen-client-urls"))
        .containsExactlyInAnyOrderElementsOf(own().stream().map(LoopbackUrl::of).toList());

    NodeAgent adopts = restart(0, new AwayStore());
    awaitUnready(adopts);
    etcdOf(0).destroyForcibly();
    awaitUnready(restart(0, new AwayStore()));
    NodeAgent away = agents.getLast();
    RealEtcd.await("it serves its agent again", () -> away.snapshot().etcd().status().isPresent());
    assertThat(options("listen-client-urls")).hasSize(3).noneMatch(own()::contains);

    switchedOn();
    RealEtcd.await("open without a store", () -> away.snapshot().unready().isEmpty());
    for (int n : NODES.subList(1, 3)) {
      await(n, beat -> beat.serving() && !beat.report().closed());
    }
    assertThat(options("listen-client-urls")).containsExactlyInAnyOrderElementsOf(own());
    RealEtcd.await("the stranger is refused by access control", () -> refused.get() > 0);
    over.set(true);
    stranger.join();
    assertThat(served).as("of %s tries", tried).hasValue(0);
    assertThat(tried.get()).isGreaterThan(refused.get());
  }
}
