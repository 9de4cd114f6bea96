package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.EtcdReply.Refused;
import io.quorate.agent.local.GrpcEtcdApi;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real cluster of three. */
class GrpcEtcdClientTest {
  @TempDir Path folder;
  private final List<String> addresses = new ArrayList<>();
  private final List<RealEtcd.Running> members = new ArrayList<>();
  private final GrpcEtcdClient admin = new GrpcEtcdClient(EtcdDeadlines.DEFAULT, Optional.empty());

  @BeforeEach
  void start() {
    for (int i = 0; i < 3; i++) {
      addresses.add(RealEtcd.freshAddress());
    }
    for (int i = 0; i < 3; i++) {
      members.add(startMember(i, initial(3), "new"));
    }
    members.forEach(member -> member.awaitServing());
    RealEtcd.await(
        "every member's name is listed",
        () ->
            admin.members(endpoint(0)).answer().stream()
                .allMatch(list -> list.members().stream().allMatch(EtcdMember::started)));
  }

  @AfterEach
  void stop() {
    admin.close();
    members.forEach(RealEtcd.Running::close);
  }

  @Test
  void aLearnerIsAddedPromotedMadeLeaderAndRemoved() {
    addresses.add(RealEtcd.freshAddress());
    String peer = RealEtcd.peerUrl(addresses.get(3));
    String leader = endpoint(leader());
    EtcdMember learner = retrying(() -> admin.addLearner(leader, peer));
    assertThat(learner.learner()).isTrue();
    assertThat(learner.started()).isFalse();
    assertThat(refusal(admin.addLearner(leader, peer))).isEqualTo(EtcdRefusal.PEER_URL_EXISTS);
    assertThat(refusal(admin.addLearner(leader, "http://127.9.9.9:1")))
        .isEqualTo(EtcdRefusal.TOO_MANY_LEARNERS);
    assertThat(refusal(admin.promote(leader, learner.id())))
        .isEqualTo(EtcdRefusal.LEARNER_NOT_READY);

    members.add(startMember(3, initial(4), "existing"));
    RealEtcd.await(
        "the learner runs",
        () -> admin.status(endpoint(3)).answer().stream().anyMatch(EtcdStatus::learner));
    assertThat(refusal(admin.linearizableRead(endpoint(3))))
        .isEqualTo(EtcdRefusal.LEARNER_READ_UNSUPPORTED);
    retrying(() -> admin.promote(leader, learner.id()));
    assertThat(refusal(admin.promote(leader, learner.id()))).isEqualTo(EtcdRefusal.NOT_A_LEARNER);

    retrying(() -> admin.moveLeader(leader, learner.id()));
    RealEtcd.await(
        "it leads",
        () ->
            admin.status(endpoint(0)).answer().stream()
                .anyMatch(status -> status.leader().equals(Optional.of(learner.id()))));
    assertThat(refusal(admin.moveLeader(leader, learner.id()))).isEqualTo(EtcdRefusal.NOT_LEADER);

    MemberList left = retrying(() -> admin.removeMember(endpoint(0), learner.id()));
    assertThat(left.byId(learner.id())).isEmpty();
    RealEtcd.await(
        "the next leader says that it is gone",
        () ->
            refusal(admin.removeMember(endpoint(0), learner.id())) == EtcdRefusal.MEMBER_NOT_FOUND);
  }

  @Test
  void readsStatusMembersAlarmsAndGauges() {
    EtcdStatus status = admin.status(endpoint(1)).answer().orElseThrow();
    MemberList list = admin.membersLinearizable(endpoint(1)).answer().orElseThrow();

    assertThat(status.version()).startsWith("3.");
    assertThat(status.dbBytes()).isPositive();
    assertThat(status.learner()).isFalse();
    assertThat(list.members()).hasSize(3);
    assertThat(list.answeredBy()).isEqualTo(status.memberId());
    assertThat(list.byPeerUrl(RealEtcd.peerUrl(addresses.get(1))))
        .hasValueSatisfying(member -> assertThat(member.id()).isEqualTo(status.memberId()));
    assertThat(admin.alarms(endpoint(1)).answer()).hasValue(List.of());
    assertThat(admin.linearizableRead(endpoint(1)).answer())
        .hasValueSatisfying(proof -> assertThat(proof.clusterId()).isEqualTo(status.clusterId()));
    EtcdGauges gauges = admin.metrics(endpoint(1)).answer().orElseThrow();
    assertThat(gauges.hasLeader()).hasValue(true);
    assertThat(gauges.activePeers()).hasSize(2).doesNotContainKey(status.memberId());
  }

  @Test
  void withoutAQuorumTheLinearizableCallsFailAndTheLocalOnesAnswer() {
    members.get(1).close();
    members.get(2).close();

    assertThat(admin.members(endpoint(0)).answer()).isPresent();
    assertThat(admin.status(endpoint(0)).answer()).isPresent();
    assertThat(refusal(admin.linearizableRead(endpoint(0))))
        .isIn(EtcdRefusal.TIMEOUT_UNKNOWN_OUTCOME, EtcdRefusal.NO_LEADER);
    assertThat(refusal(admin.membersLinearizable(endpoint(0))))
        .isIn(EtcdRefusal.TIMEOUT_UNKNOWN_OUTCOME, EtcdRefusal.NO_LEADER);
  }

  @Test
  void aFrozenMemberTimesOutAndLeaksNothing() throws Exception {
    signal("STOP", 2);
    try {
      assertThat(refusal(admin.status(endpoint(2)))).isEqualTo(EtcdRefusal.TIMEOUT_UNKNOWN_OUTCOME);
      int threads = Thread.activeCount();
      for (int i = 0; i < 3; i++) {
        assertThat(refusal(admin.status(endpoint(2))))
            .isEqualTo(EtcdRefusal.TIMEOUT_UNKNOWN_OUTCOME);
      }
      assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
      assertThat(admin.openChannels()).isLessThanOrEqualTo(3);
    } finally {
      signal("CONT", 2);
    }
    RealEtcd.await("it answers again", () -> admin.status(endpoint(2)).answer().isPresent());
  }

  private int leader() {
    MemberId leader = admin.status(endpoint(0)).answer().orElseThrow().leader().orElseThrow();
    for (int i = 0; i < 3; i++) {
      if (admin.status(endpoint(i)).answer().orElseThrow().memberId().equals(leader)) {
        return i;
      }
    }
    throw new AssertionError("no member has the leader's id " + leader);
  }

  private static <T> T retrying(java.util.function.Supplier<EtcdReply<T>> call) {
    List<EtcdReply<T>> last = new ArrayList<>();
    RealEtcd.await(
        "etcd accepts the call, last " + last,
        () -> {
          last.clear();
          last.add(call.get());
          return last.get(0).answer().isPresent();
        });
    return last.get(0).answer().orElseThrow();
  }

  private static <T> EtcdRefusal refusal(EtcdReply<T> reply) {
    return switch (reply) {
      case EtcdReply.Answer<T> answer -> throw new AssertionError("answered " + answer.value());
      case Refused<T> refused -> {
        assertThat(refused.refusal()).as(refused.message()).isNotEqualTo(EtcdRefusal.OTHER);
        yield refused.refusal();
      }
    };
  }

  private void signal(String name, int member) throws IOException, InterruptedException {
    long pid = members.get(member).process().pid();
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  private RealEtcd.Running startMember(int i, String initial, String state) {
    return RealEtcd.start("m" + i, addresses.get(i), folder.resolve("m" + i), initial, state, "t");
  }

  private String initial(int count) {
    return addresses.stream()
        .limit(count)
        .map(address -> "m" + addresses.indexOf(address) + "=" + RealEtcd.peerUrl(address))
        .collect(Collectors.joining(","));
  }

  private String endpoint(int member) {
    return RealEtcd.clientUrl(addresses.get(member));
  }

  @Test
  void aClientUrlThatCannotBeReadMakesThatMemberUnreachableAndNoOther() {
    try (GrpcEtcdClient admin = new GrpcEtcdClient(EtcdDeadlines.DEFAULT, Optional.empty())) {
      List<String> urls =
          List.of("http://etcd_1:2379", "http://127.0.0.1", "http://127.0.0.1:99999", "a b");
      assertThat(new GrpcEtcdApi(admin).statuses(urls).values())
          .hasSize(urls.size())
          .allSatisfy(
              reply ->
                  assertThat(reply)
                      .isInstanceOfSatisfying(
                          Reply.Refused.class,
                          refused -> assertThat(refused.why()).isEqualTo(Refusal.OTHER)));
    }
  }
}
