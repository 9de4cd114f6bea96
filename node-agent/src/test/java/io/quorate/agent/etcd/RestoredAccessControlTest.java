package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.process.ExpiredLeases;
import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.etcd.tools.AccessControlSwitch;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.state.RevokedLeases;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of a real etcd whose access control is on. */
class RestoredAccessControlTest {
  private static final String ROOT = "--user=root:secret";
  private static final int KEYS = 20;

  @TempDir private Path folder;
  private Path data;
  private long revision;
  private String lease = "";

  @BeforeEach
  void restoreOne() throws Exception {
    Path file = folder.resolve("taken.db");
    try (RealEtcd.Running etcd =
        RealEtcd.startAlone(folder.resolve("member"), "own-token").awaitServing()) {
      for (int i = 0; i < KEYS; i++) {
        etcd.put("key", "value " + i);
      }
      lease = etcd.etcdctl("lease", "grant", "60").split(" ", 3)[1];
      etcd.etcdctl("put", "--lease=" + lease, "lock", "owner");
      etcd.etcdctl("user", "add", "root:secret");
      etcd.etcdctl("user", "grant-role", "root", "root");
      etcd.etcdctl("auth", "enable");
      etcd.etcdctl(ROOT, "snapshot", "save", file.toString());
    }
    revision = EtcdUtl.beside(RealEtcd.tool("etcd")).status(file).revision();
    data = folder.resolve("restored");
    EtcdUtl.beside(RealEtcd.tool("etcd"))
        .restore(
            new EtcdUtl.Restore(
                file, data, "alone", IsolatedEtcd.PEER_URL, "trial", Optional.empty(), false));
  }

  private IsolatedEtcd isolated() throws Exception {
    return IsolatedEtcd.start(
        new IsolatedEtcd.Settings(
            RealEtcd.tool("etcd"),
            data,
            folder.resolve("etcd.log"),
            "alone",
            "trial",
            false,
            List.of(),
            Duration.ofSeconds(20)));
  }

  private static <T> T answer(Reply<T> reply) {
    return reply.answer().orElseThrow(() -> new AssertionError(reply.words()));
  }

  /** It used to ask without an identity until its patience of ten minutes was over. */
  @Test
  @Timeout(60)
  void isServedToItsStarter() throws Exception {
    try (IsolatedEtcd restored = isolated()) {
      assertThat(restored.revision()).isEqualTo(revision);
      assertThat(restored.hashKv(revision).hash()).isNotZero();
    }
  }

  @Test
  @Timeout(60)
  void letsItsLeasesBeRevoked() throws Exception {
    List<Long> ended = ExpiredLeases.in(data, Duration.ofSeconds(60));

    assertThat(ended).map("%016x"::formatted).containsExactly(lease);
    try (IsolatedEtcd restored = isolated()) {
      assertThat(ExpiredLeases.revoke(restored, ended)).isEqualTo(new RevokedLeases(1, 1));
      assertThat(restored.revision()).isEqualTo(revision + 1);
    }
  }

  @Test
  @Timeout(60)
  void givesItsSnapshotAndStatusToAClientOfItsOwn() throws Exception {
    Path again = folder.resolve("again.db");
    try (IsolatedEtcd restored = isolated();
        SnapshotClient client = restored.connect()) {
      assertThat(answer(client.status()).revision()).isEqualTo(revision);
      try (InputStream stream = client.snapshot()) {
        Files.copy(stream, again);
      }
    }
    assertThat(EtcdUtl.beside(RealEtcd.tool("etcd")).status(again).revision()).isEqualTo(revision);
  }

  /** The last switch counts: nobody looks at the users. */
  @Test
  @Timeout(60)
  void itsSwitchIsRead() throws Exception {
    assertThat(AccessControlSwitch.isOn(data)).isTrue();
    Path file = folder.resolve("off.db");
    Path member = folder.resolve("other");
    try (RealEtcd.Running etcd = RealEtcd.startAlone(member, "own-token").awaitServing()) {
      etcd.etcdctl("snapshot", "save", folder.resolve("never.db").toString());
      etcd.etcdctl("user", "add", "root:secret");
      etcd.etcdctl("user", "grant-role", "root", "root");
      etcd.etcdctl("auth", "enable");
      etcd.etcdctl(ROOT, "auth", "disable");
      etcd.etcdctl("snapshot", "save", file.toString());
    }
    assertThat(AccessControlSwitch.isOn(restored(file))).isFalse();
    assertThat(AccessControlSwitch.isOn(restored(folder.resolve("never.db")))).isFalse();
  }

  private Path restored(Path file) throws Exception {
    Path into = folder.resolve("restored-" + file.getFileName());
    EtcdUtl.beside(RealEtcd.tool("etcd"))
        .restore(
            new EtcdUtl.Restore(
                file, into, "alone", IsolatedEtcd.PEER_URL, "trial", Optional.empty(), false));
    return into;
  }

  @Test
  @Timeout(60)
  void isServedToNobodyElse() throws Exception {
    try (IsolatedEtcd restored = isolated();
        SnapshotClient stranger = new SnapshotClient(restored.clientUrl(), Optional.empty())) {
      assertThat(stranger.linearizableRead())
          .isInstanceOfSatisfying(
              Reply.Refused.class, refused -> assertThat(refused.why()).isEqualTo(Refusal.TLS));
      assertThat(Files.getPosixFilePermissions(folder.resolve("identity/root.key")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }
}
