package io.quorate.agent.etcd.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real etcd's database, read without etcd. */
class BoltBucketTest {
  @TempDir Path folder;

  @Test
  void seesTheFirstLeaseAndThatTheLastIsGone() throws IOException {
    assertThat(leases("none")).isZero();
    assertThat(leases("one", 1)).isEqualTo(1);
    assertThat(leases("revoked", 1, -1)).isZero();
  }

  /** A bucket of more than a quarter of a page has pages of its own. */
  @Test
  void seesLeasesThatFillPages() throws IOException {
    assertThat(leases("many", 400)).isEqualTo(400);
    assertThat(leases("all-revoked", 400, -400)).isZero();
  }

  @Test
  void refusesWhatIsNoDatabase() throws IOException {
    Path file = folder.resolve("garbage");
    Files.write(file, new byte[100_000]);
    assertThatThrownBy(() -> BoltBucket.entries(file, "lease"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no valid head");
  }

  /** Grants as many leases, or revokes as many of them, and looks into the snapshot. */
  private int leases(String name, int... changes) throws IOException {
    Path file = folder.resolve(name + ".db");
    try (RealEtcd.Running etcd =
        RealEtcd.startAlone(folder.resolve(name), "token").awaitServing()) {
      etcd.put("key", "value");
      try (SnapshotClient client = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
        for (int change : changes) {
          change(client, change);
        }
      }
      etcd.etcdctl("snapshot", "save", file.toString());
    }
    return BoltBucket.entries(file, "lease").size();
  }

  private static void change(SnapshotClient client, int change) {
    for (long id = 1; id <= Math.abs(change); id++) {
      long lease = id;
      Reply<?> reply =
          client.ask(
              LeaseGrpc::newFutureStub,
              Duration.ofSeconds(10),
              stub ->
                  change > 0
                      ? Futures.transform(
                          stub.leaseGrant(
                              LeaseGrantRequest.newBuilder().setID(lease).setTTL(3_600).build()),
                          granted -> granted.getHeader(),
                          MoreExecutors.directExecutor())
                      : Futures.transform(
                          stub.leaseRevoke(LeaseRevokeRequest.newBuilder().setID(lease).build()),
                          revoked -> revoked.getHeader(),
                          MoreExecutors.directExecutor()),
              header -> header.getRevision());
      assertThat(reply.answer()).as(reply.words()).isPresent();
    }
  }
}
