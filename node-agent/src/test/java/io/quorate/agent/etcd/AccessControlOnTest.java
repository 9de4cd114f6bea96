package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which calls a real etcd takes where its access control is on and the caller is {@code root} by
 * its certificate. A follower hands a promotion to the leader without the certificate, and so times
 * out; all other changes of the membership may be asked of any member.
 */
class AccessControlOnTest {
  private static final int FOURTH = 3;

  @TempDir Path folder;

  @Test
  void aFollowerTakesEveryChangeOfTheMembershipButAPromotion() {
    try (AuthedMembers members = new AuthedMembers(folder, 3, 1)) {
      GrpcEtcdApi api = members.api();
      int leader = members.leader();
      String follower = members.clientUrl((leader + 1) % 3);
      MemberId learner = eventually(() -> api.addLearner(follower, members.peerUrl(FOURTH)));
      members.startLearner(FOURTH, 3);
      RealEtcd.await(
          "it serves as a learner",
          () ->
              api.status(members.clientUrl(FOURTH)).answer().filter(s -> s.learner()).isPresent());
      assertThat(members.impatient().promote(follower, learner)).isInstanceOf(Reply.Unknown.class);
      eventually(() -> api.promote(members.clientUrl(leader), learner));

      assertThat(api.moveLeader(follower, learner))
          .isInstanceOfSatisfying(
              Reply.Refused.class,
              refused -> assertThat(refused.why()).isEqualTo(Refusal.NOT_LEADER));
      assertThat(api.moveLeader(members.clientUrl(leader), learner).answer()).contains(learner);
      String formerLeader = members.clientUrl(leader);
      eventually(() -> api.remove(formerLeader, learner));
    }
  }

  private static <T> T eventually(Supplier<Reply<T>> call) {
    Reply<T>[] last = newLast();
    RealEtcd.await(
        "etcd takes it",
        () -> {
          last[0] = call.get();
          assertThat(last[0])
              .as("a call that no answer comes to")
              .isNotInstanceOf(Reply.Unknown.class);
          return last[0].answer().isPresent();
        });
    return last[0].answer().orElseThrow();
  }

  @SuppressWarnings("unchecked")
  private static <T> Reply<T>[] newLast() {
    return (Reply<T>[]) new Reply<?>[1];
  }
}
