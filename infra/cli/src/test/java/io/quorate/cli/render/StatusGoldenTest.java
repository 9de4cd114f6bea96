package io.quorate.cli.render;

import static io.quorate.cli.Sample.NOW;
import static io.quorate.cli.Sample.condition;
import static io.quorate.cli.Sample.entry;
import static io.quorate.cli.Sample.instance;
import static io.quorate.cli.Sample.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.NodeSample;
import io.quorate.cli.Sample;
import io.quorate.codec.JsonTree;
import io.quorate.command.CommandKind;
import io.quorate.model.Generation;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeSpace;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a person and a program see in each state. To accept a change, run with {@code
 * -Dquorate.golden=write} and read the difference.
 */
class StatusGoldenTest {
  static Stream<Map.Entry<String, Sample>> cases() {
    return Stream.of(
        Map.entry("unbootstrapped", Sample.unbootstrapped()),
        Map.entry("waiting", waiting()),
        Map.entry("bootstrapping", bootstrapping()),
        Map.entry("healthy", Sample.healthy()),
        Map.entry("degraded-with-learner", degradedWithLearner()),
        Map.entry("terminating-silent", terminatingSilent()),
        Map.entry("no-quorum", noQuorum()),
        Map.entry("unseen", unseen()),
        Map.entry("no-quorum-after-a-replacement", noQuorumAfterAReplacement()),
        Map.entry("voter-silent", voterSilent()),
        Map.entry("not-durable", notDurable()),
        Map.entry("halted", halted()),
        Map.entry("with-space", withSpace()),
        Map.entry(
            "unreadable-spec",
            Sample.healthy()
                .unreadable("demo/spec: schemaVersion is 2, expected at most 1; upgrade")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void textIsAsRecorded(Map.Entry<String, Sample> given) {
    GoldenText.check(given.getKey() + ".txt", StatusText.of(given.getValue().summary()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void jsonIsAsRecorded(Map.Entry<String, Sample> given) {
    GoldenText.check(
        given.getKey() + ".json", JsonTree.pretty(StatusJson.of(given.getValue().summary())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void textFitsAScreen(Map.Entry<String, Sample> given) {
    assertThat(StatusText.of(given.getValue().summary()).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(130));
  }

  /** The disk of node 2 is the fullest. */
  private static Sample withSpace() {
    Sample sample = Sample.healthy();
    for (int n = 1; n <= 3; n++) {
      long free = n == 2 ? 3L << 30 : 9L << 30;
      sample.node(NodeSample.of(n).space(new NodeSpace(20L << 30, free, 64L << 20)).build());
    }
    return sample;
  }

  /** Node 3 was replaced by node 4, then node 2 was terminated, and the other etcds hang. */
  private static Sample noQuorumAfterAReplacement() {
    Sample sample = Sample.healthy();
    Stream.of(1, 4)
        .map(n -> NodeSample.of(n).down(DataState.INTACT, ProcessState.UNRESPONSIVE).build())
        .forEach(sample::node);
    return sample.status(
        sample
            .status()
            .withProven(
                Optional.of(
                    new ProvenMembership(
                        Generation.FIRST,
                        Sample.CLUSTER_ID,
                        Stream.of(1, 2, 4).map(n -> NodeSample.entry(n, false)).toList(),
                        Map.of(),
                        List.of(),
                        4,
                        5_000,
                        instance(1),
                        NOW.minusSeconds(200))))
            .withTombstones(
                Map.of(instance(2), NOW.minusSeconds(40), instance(3), NOW.minusSeconds(300)))
            .showing(
                Phase.NO_QUORUM,
                List.of(condition(Condition.Type.NO_QUORUM, "no quorum is seen to serve"))));
  }

  private static Sample waiting() {
    Sample sample = Sample.unbootstrapped().node(NodeSample.of(1).unbootstrapped().build());
    return sample.status(
        sample
            .status()
            .showing(
                Phase.WAITING_FOR_NODES,
                List.of(
                    condition(
                        Condition.Type.WAITING_FOR_NODES,
                        "1 of 3 nodes has registered; launch more instances"))));
  }

  private static Sample bootstrapping() {
    Sample sample = Sample.unbootstrapped();
    sample.lineage(Lineage.unbootstrapped(Sample.UID).committing(Sample.bootstrap()).committed());
    sample.status(sample.status().showing(Phase.BOOTSTRAPPING, List.of()));
    for (int n = 1; n <= 3; n++) {
      sample.node(
          NodeSample.of(n)
              .members(List.of())
              .down(DataState.INTACT, ProcessState.STARTING)
              .build());
    }
    return sample.journalled(
        entry(4, "COMMIT_BOOTSTRAP", "ALL_REGISTERED", "3 of 3 have registered"));
  }

  private static Sample degradedWithLearner() {
    List<MemberEntry> members = NodeSample.initialMembers();
    members.remove(2);
    members.add(NodeSample.entry(4, true));
    Sample sample = Sample.healthy();
    OpenCommand join =
        new OpenCommand(
            "join-40-beef",
            CommandKind.JOIN,
            instance(4),
            Optional.empty(),
            NOW.minusSeconds(12),
            false);
    Status changing =
        sample
            .status()
            .showing(
                Phase.CHANGING,
                List.of(
                    condition(
                        Condition.Type.REDUNDANCY_NONE,
                        "2 of 2 voters serve: one more lost voter loses the quorum, until the"
                            + " learner on "
                            + instance(4)
                            + " is promoted")))
            .opening(join)
            .withTombstones(Map.of(instance(3), NOW.minusSeconds(60)));
    return sample
        .status(changing)
        .node(NodeSample.of(1).members(members).build())
        .node(NodeSample.of(2).members(members).index(5208).build())
        .node(
            NodeSample.of(4)
                .members(members)
                .learner()
                .index(3100)
                .currentStep("catch-up: 3100 of 5210 raft entries")
                .build())
        .journalled(
            entry(
                40,
                "ISSUE_INSTRUCTION",
                "MEMBER_DEAD",
                "remove " + member(3) + ": EC2 shows its instance terminated"),
            entry(
                12,
                "ISSUE_INSTRUCTION",
                "NODE_WAITS",
                instance(4) + " has no data and the group wants 3"));
  }

  private static Sample terminatingSilent() {
    Heartbeat hung = NodeSample.of(3).build();
    Sample sample = Sample.healthy().silent(hung);
    return sample.status(
        sample
            .status()
            .showing(
                Phase.CHANGING,
                List.of(
                    condition(
                        Condition.Type.NODE_UNREACHABLE,
                        instance(3) + " is silent and its member does not answer the leader")))
            .withTerminations(
                List.of(
                    Termination.decided(
                        instance(3),
                        "hung: the leader has seen it inactive for 60 s, and a quorum proves itself"
                            + " without it",
                        NOW.minusSeconds(20)))));
  }

  private static Sample showing(Sample sample, Phase phase, Condition.Type type, String why) {
    return sample.status(sample.status().showing(phase, List.of(condition(type, why))));
  }

  private static Sample voterSilent() {
    Sample sample = Sample.healthy();
    return showing(
            sample,
            Phase.DEGRADED,
            Condition.Type.VOTER_SILENT,
            "member "
                + member(3)
                + " on "
                + instance(3)
                + " gives no answer to the leader "
                + instance(1))
        .node(NodeSample.of(1).missing(3, Duration.ofSeconds(2)).build());
  }

  private static Sample notDurable() {
    Sample sample = Sample.healthy();
    return showing(
            sample,
            Phase.DEGRADED,
            Condition.Type.MAJORITY_NOT_DURABLE,
            "CRITICAL, act now: writes still succeed, and only 1 of 3 voters has"
                + " its data on disk")
        .node(NodeSample.of(1).inMemory(DataState.LOST).build())
        .node(NodeSample.of(3).inMemory(DataState.LOST).build());
  }

  private static Sample noQuorum() {
    Sample sample = Sample.healthy();
    return showing(
            sample,
            Phase.NO_QUORUM,
            Condition.Type.NO_QUORUM,
            "1 of 3 voters answers; the disks of the others may be whole: start"
                + " them, do not terminate them")
        .node(NodeSample.of(1).withoutQuorum().build())
        .node(Sample.stopped(2, DataState.INTACT))
        .node(NodeSample.of(3).down(DataState.DAMAGED, ProcessState.BACKING_OFF).build());
  }

  private static Sample unseen() {
    Sample sample = Sample.healthy();
    return showing(
            sample,
            Phase.UNSEEN,
            Condition.Type.UNSEEN,
            "2 of 3 voters do not report, and the others are no quorum. etcd may serve all the"
                + " same")
        .silent(NodeSample.of(2).build())
        .silent(NodeSample.of(3).build());
  }

  private static Sample halted() {
    Sample sample = Sample.healthy();
    return sample.status(
        sample
            .status()
            .showing(
                Phase.HALTED,
                List.of(
                    condition(
                        Condition.Type.TABLE_ROLLED_BACK,
                        instance(1)
                            + " has seen generation 2, the table says 1: the table is older than"
                            + " the cluster; restore the newer one"))));
  }
}
