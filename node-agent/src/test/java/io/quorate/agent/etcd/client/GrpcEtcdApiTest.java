package io.quorate.agent.etcd.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real cluster of three. */
class GrpcEtcdApiTest {
  @TempDir Path folder;
  private final List<String> addresses = new ArrayList<>();
  private final List<RealEtcd.Running> members = new ArrayList<>();
  private final GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty());

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
            applied(endpoint(0)).answer().stream()
                .allMatch(list -> list.entries().stream().allMatch(MemberEntry::started)));
  }

  @AfterEach
  void stop() {
    admin.close();
    members.forEach(RealEtcd.Running::close);
  }

  /** Else a node of a lost quorum would report that only when its call has taken its whole time. */
  @Test
  void aListIsGivenUpOnceItsMemberHasNoLeader() {
    Duration longer = Duration.ofMinutes(1);
    try (GrpcEtcdApi patient =
        new GrpcEtcdApi(new EtcdDeadlines(longer, longer, longer), Optional.empty())) {
      assertThat(patient.list(endpoint(0)).answer()).isPresent();
      members.subList(1, 3).forEach(RealEtcd.Running::close);

      assertThat(patient.list(endpoint(0)))
          .isEqualTo(new Reply.Unknown<>(endpoint(0) + ": it has no leader"));
    }
  }

  @Test
  void aLearnerIsAddedPromotedAndRemoved() {
    addresses.add(RealEtcd.freshAddress());
    String peer = RealEtcd.peerUrl(addresses.get(3));
    String leader = endpoint(leader());
    MemberId learner = retrying(() -> admin.addLearner(leader, peer));
    MemberEntry added = admin.list(leader).answer().orElseThrow().member(learner).orElseThrow();
    assertThat(added.learner()).isTrue();
    assertThat(added.started()).isFalse();
    assertThat(refusal(admin.addLearner(leader, peer))).isEqualTo(Refusal.PEER_URL_EXISTS);
    assertThat(refusal(admin.addLearner(leader, "http://127.9.9.9:1")))
        .isEqualTo(Refusal.TOO_MANY_LEARNERS);
    assertThat(refusal(admin.promote(leader, learner))).isEqualTo(Refusal.LEARNER_NOT_READY);

    members.add(startMember(3, initial(4), "existing"));
    RealEtcd.await(
        "the learner runs",
        () -> admin.status(endpoint(3)).answer().stream().anyMatch(MemberStatus::learner));
    assertThat(refusal(admin.list(endpoint(3)))).isEqualTo(Refusal.IS_LEARNER);
    retrying(() -> admin.promote(leader, learner));
    assertThat(refusal(admin.promote(leader, learner))).isEqualTo(Refusal.NOT_A_LEARNER);

    retrying(() -> admin.remove(endpoint(0), learner));
    RealEtcd.await(
        "the leader says that it is gone",
        () ->
            admin.remove(endpoint(0), learner) instanceof Reply.Refused<MemberId> refused
                && refused.why() == Refusal.MEMBER_NOT_FOUND);
  }

  @Test
  void readsStatusMembersAndReceivedBytes() {
    MemberStatus status = admin.status(endpoint(1)).answer().orElseThrow();
    ListedMembers list = admin.list(endpoint(1)).answer().orElseThrow();

    assertThat(status.version()).startsWith("3.");
    assertThat(status.learner()).isFalse();
    assertThat(list.members()).hasSize(3);
    assertThat(list.clusterId()).isEqualTo(status.clusterId());
    assertThat(list.answeredBy()).isEqualTo(status.memberId());
    assertThat(list.at(RealEtcd.peerUrl(addresses.get(1))))
        .hasValueSatisfying(member -> assertThat(member.id()).isEqualTo(status.memberId()));
    assertThat(admin.receivedBytes(endpoint(1)).answer().orElseThrow())
        .isNotEmpty()
        .doesNotContainKey(status.memberId());
  }

  @Test
  void withoutAQuorumTheLinearizableCallsFailAndTheLocalOnesAnswer() {
    members.get(1).close();
    members.get(2).close();

    assertThat(applied(endpoint(0)).answer()).isPresent();
    assertThat(admin.status(endpoint(0)).answer()).isPresent();
    assertThat(admin.list(endpoint(0)))
        .satisfiesAnyOf(
            reply -> assertThat(reply).isInstanceOf(Reply.Unknown.class),
            reply -> assertThat(refusal(reply)).isEqualTo(Refusal.NO_LEADER));
  }

  @Test
  void aFrozenMemberTimesOutAndLeaksNothing() throws Exception {
    signal("STOP", 2);
    try {
      // The signal takes effect some time after it was sent.
      RealEtcd.await("it is frozen", () -> admin.status(endpoint(2)).answer().isEmpty());
      int threads = Thread.activeCount();
      for (int i = 0; i < 3; i++) {
        assertThat(admin.status(endpoint(2))).isInstanceOf(Reply.Unknown.class);
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

  private static <T> T retrying(java.util.function.Supplier<Reply<T>> call) {
    List<Reply<T>> last = new ArrayList<>();
    RealEtcd.await(
        "etcd accepts the call, last " + last,
        () -> {
          last.clear();
          last.add(call.get());
          return last.get(0).answer().isPresent();
        });
    return last.get(0).answer().orElseThrow();
  }

  private static <T> Refusal refusal(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Refused.class);
    Reply.Refused<T> refused = (Reply.Refused<T>) reply;
    assertThat(refused.why()).as(refused.detail()).isNotEqualTo(Refusal.OTHER);
    return refused.why();
  }

  private Reply<ListedMembers> applied(String endpoint) {
    return Objects.requireNonNull(admin.appliedLists(List.of(endpoint)).get(endpoint));
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
    try (GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      List<String> urls =
          List.of("http://etcd_1:2379", "http://127.0.0.1", "http://127.0.0.1:99999", "a b");
      assertThat(admin.statuses(urls).values())
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
