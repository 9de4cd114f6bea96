package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A cluster that speaks TLS and wants a certificate of every client: used, broken and searched with
 * access control on.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TlsTest extends OneStage {
  private static final String CLIENT = AccessControl.USER;

  @Override
  Stage raise(Path home) throws IOException {
    return StageOverTls.managed(home, 3, CLIENT, "tls: {mode: managed, clients: required}");
  }

  @Test
  @Order(1)
  void aCertificateOfTheAuthorityPassesTheClientPortAlone() throws Exception {
    InstanceView member = stage.running().getFirst();
    assertThat(stage.etcd(member).put("written/used", "yes")).isPositive();

    EtcdAccess own = EtcdAccess.tls(ClientCertificates.files(stage, CLIENT));
    Etcd peerPort = own.etcd("https://" + member.address() + ":2380");
    assertThatThrownBy(peerPort::members)
        .as("an application's certificate at the peer port")
        .isInstanceOf(UncheckedIOException.class);
    Etcd plain = new Etcd("http://" + member.address() + ":2379");
    assertThatThrownBy(plain::members).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  @Order(2)
  void accessControlIsSwitchedOnWithAKeyOfTokensThatTheControllerMade() throws Exception {
    Writer writer = stage.writer();
    RollOut rollOut = new RollOut(stage);
    Map<String, List<Long>> before = rollOut.pids();

    rollOut.apply(AccessControl.SECTIONS);
    rollOut.awaitAll(before);

    AccessControl control = new AccessControl(stage);
    control.awaitOn();
    control.check();
    writer.awaitMore(20, Stage.SOON);
  }

  @Test
  @Order(3)
  void aKilledMemberAndAWipedOneMend() throws Exception {
    Writer writer = stage.writer();
    InstanceView killed = stage.follower();
    List<Long> before = stage.etcdPids(killed);
    stage.deployment.instances().kill(killed.id(), ProcessTarget.OTHERS);
    stage.awaitOtherEtcd(killed, before);
    stage.awaitHealthy(3);

    InstanceView wiped = stage.follower();
    MemberIdentity former = stage.identity(wiped);
    stage.wipe(wiped);
    stage.awaitOtherMember(wiped, former);
    writer.awaitMore(20, Stage.SOON);
  }

  @Test
  @Order(4)
  void aSnapshotIsTakenAndVerified() {
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      Request taken = snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of());
      assertThat(taken.state()).as(taken.detail()).isEqualTo(Request.State.DONE);
      Request verified =
          snapshots.ask(
              RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", taken.result().get("snapshot")));
      assertThat(verified.state()).as(verified.detail()).isEqualTo(Request.State.DONE);
    }
  }

  /** After all that was done above. */
  @Test
  @Order(5)
  void noKeyIsAnywhereButWhereItBelongs() throws Exception {
    SecretSearch search =
        SecretSearch.of(
            stage,
            List.of(
                ClientCertificates.files(stage, CLIENT),
                ClientCertificates.files(stage, AccessControl.STRANGER)));
    assertThat(search.secrets())
        .as(
            "three nodes, their copies of the key of tokens, that key, two clients, two authorities")
        .hasSizeGreaterThanOrEqualTo(11);

    assertThat(search.inTables()).as("tables").isEmpty();
    assertThat(search.inFiles()).as("logs, journals, disks, bucket").isEmpty();
    assertThat(search.inProcesses()).as("arguments and environments of processes").isEmpty();
  }
}
