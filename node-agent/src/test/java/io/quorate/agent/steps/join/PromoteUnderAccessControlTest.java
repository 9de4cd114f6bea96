package io.quorate.agent.steps.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.AuthedMembers;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.steps.Fuse;
import io.quorate.agent.steps.ModelDisk;
import io.quorate.agent.steps.ModelJournal;
import io.quorate.agent.steps.NoControl;
import io.quorate.agent.steps.StepWorld;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.JoinCluster;
import io.quorate.model.ClusterName;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node joins real members whose access control is on, and knows the followers only. */
class PromoteUnderAccessControlTest {
  private static final int JOINER = 3;

  @TempDir Path folder;

  @Test
  void aLearnerBecomesAVoterThoughOnlyFollowersAreItsContacts() {
    try (AuthedMembers members = new AuthedMembers(folder, 3, 1)) {
      MemberId learner = joined(members);
      Promote promote = new Promote();
      StepContext context = context(members, learner);
      List<StepResult> results = new ArrayList<>();
      RealEtcd.await(
          "the step is done",
          () -> {
            results.add(promote.go(context));
            return results.getLast() instanceof StepResult.Done;
          });

      assertThat(results)
          .as("no call of it was left without an answer")
          .noneMatch(
              r -> r instanceof StepResult.Wait wait && wait.because().startsWith("unknown"));
      assertThat(
              members
                  .api()
                  .list(members.clientUrl(0))
                  .answer()
                  .flatMap(list -> list.member(learner))
                  .orElseThrow()
                  .learner())
          .isFalse();
    }
  }

  private static MemberId joined(AuthedMembers members) {
    GrpcEtcdApi api = members.api();
    List<MemberId> added = new ArrayList<>();
    RealEtcd.await(
        "a learner is added",
        () -> {
          api.addLearner(members.clientUrl(0), members.peerUrl(JOINER))
              .answer()
              .ifPresent(added::add);
          return !added.isEmpty();
        });
    members.startLearner(JOINER, 3);
    RealEtcd.await(
        "it serves as a learner",
        () ->
            api.status(members.clientUrl(JOINER))
                .answer()
                .filter(MemberStatus::learner)
                .isPresent());
    return added.getFirst();
  }

  private static StepContext context(AuthedMembers members, MemberId learner) {
    int leader = members.leader();
    List<String> followers = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      if (n != leader) {
        followers.add(members.clientUrl(n));
      }
    }
    JoinCluster join =
        new JoinCluster(
            Journals.header(),
            Optional.empty(),
            "token",
            members.api().status(members.clientUrl(0)).answer().orElseThrow().clusterId(),
            followers,
            60_000,
            100);
    Fuse whole = new Fuse(Set.of());
    return new StepContext(
        new NodeDescription(
            new ClusterName("demo"),
            Journals.NODE,
            "zone-1",
            new Endpoints(members.peerUrl(JOINER), members.clientUrl(JOINER)),
            "test"),
        JournalStore.open(
            new ModelJournal(whole),
            Journals.memberless()
                .edit()
                .progress(
                    new CommandProgress(
                        join,
                        "PROMOTE",
                        Map.of(AddLearner.LEARNER, learner.toString()),
                        0,
                        Optional.empty()))
                .done()),
        members.api(),
        new ModelDisk(whole),
        new NoControl(),
        ClusterSpec.defaults(new ClusterName("demo"), StepWorld.version()),
        () -> "nonce");
  }
}
