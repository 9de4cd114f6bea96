package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.heartbeat.EtcdProbe;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.supervision.OneNode;
import io.quorate.state.AccessRefused;
import io.quorate.state.ProcessState;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real members whose connections are plain and whose access control somebody enabled: the agent
 * is no user. Releases differ in what they refuse: before 3.5.28 a status and the member list are
 * answered.
 */
class PlainAgentUnderAccessControlTest {
  @TempDir private Path folder;
  private RealEtcd.Running etcd;
  private RealEtcd.Running other;
  private GrpcEtcdApi api;

  @BeforeEach
  void enable() {
    String address = RealEtcd.freshAddress();
    String second = RealEtcd.freshAddress();
    String both = "a=" + RealEtcd.peerUrl(address) + ",b=" + RealEtcd.peerUrl(second);
    etcd = RealEtcd.start("a", address, folder.resolve("a"), both, "new", "token");
    other = RealEtcd.start("b", second, folder.resolve("b"), both, "new", "token");
    etcd.awaitServing();
    etcd.etcdctl("user", "add", "root:secret");
    etcd.etcdctl("user", "grant-role", "root", "root");
    etcd.etcdctl("auth", "enable");
    api = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty());
  }

  @AfterEach
  void stop() {
    api.close();
    etcd.close();
    other.close();
  }

  private static boolean provesQuorum(Reply<ListedMembers> reply) {
    return switch (reply) {
      case Reply.Answered<ListedMembers> answered -> answered.value().readRefused().isPresent();
      case Reply.Refused<ListedMembers> refused -> refused.why() == Refusal.AUTH;
      case Reply.Unknown<ListedMembers> unknown -> false;
    };
  }

  @Test
  void aReadIsRefusedAsLongAsAQuorumServesAndNotOnceItIsLost() {
    RealEtcd.await("a quorum is proved", () -> provesQuorum(api.list(etcd.clientUrl())));

    other.close();

    RealEtcd.await(
        "no quorum is proved", () -> api.list(etcd.clientUrl()) instanceof Reply.Unknown<?>);
  }

  /** It used to count as hung. */
  @Test
  void itAnswersItsAgentWhereItRefusesAStatus() {
    assumeThat(api.status(etcd.clientUrl())).isInstanceOf(Reply.Refused.class);
    EtcdProbe look = new OneNode().serving().look(api, etcd.clientUrl());
    RealEtcd.await(
        "a quorum is proved",
        () -> look.look(0, true).refused().filter(AccessRefused::quorumProven).isPresent());
    ProbeResult seen = look.look(0, false);

    assertThat(seen.process()).isEqualTo(ProcessState.ANSWERING);
    assertThat(seen.refused().orElseThrow().words()).contains("user name is empty");
  }
}
