package io.quorate.cli.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.NodeSample;
import io.quorate.cli.Sample;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProcessState;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who is listed as a member, and as what. */
class RosterTest {
  /** Node 3 was frozen, terminated and replaced by node 4; then all etcds stopped. */
  private static Sample replacedThenStopped() {
    Sample sample = Sample.healthy().node(NodeSample.of(3).index(9_999).build());
    Stream.of(1, 2, 4).map(RosterTest::hung).forEach(sample::node);
    return sample.status(terminated(sample.status().withProven(Optional.of(proven(1, 2, 4))), 3));
  }

  private static Heartbeat hung(int n) {
    return NodeSample.of(n)
        .members(List.of())
        .down(DataState.INTACT, ProcessState.UNRESPONSIVE)
        .build();
  }

  private static Status terminated(Status status, int n) {
    return status.withTombstones(Map.of(Sample.instance(n), Sample.NOW.minusSeconds(300)));
  }

  private static List<MemberEntry> members(Integer... numbers) {
    return Stream.of(numbers).map(n -> NodeSample.entry(n, false)).toList();
  }

  private static ProvenMembership proven(Integer... numbers) {
    return new ProvenMembership(
        Generation.FIRST,
        Sample.CLUSTER_ID,
        members(numbers),
        Map.of(),
        List.of(),
        4,
        5_000,
        Sample.instance(1),
        Sample.NOW.minusSeconds(200));
  }

  private static List<InstanceId> voters(Roster roster) {
    return roster.lines().stream()
        .filter(line -> line.role() == Role.VOTER || line.role() == Role.LEADER)
        .flatMap(line -> line.instance().stream())
        .toList();
  }

  @Test
  void withoutAQuorumTheVotersAreThoseLastProved() {
    Roster roster = Roster.of(replacedThenStopped().summary());

    assertThat(roster.current()).isFalse();
    assertThat(voters(roster))
        .containsExactly(Sample.instance(1), Sample.instance(2), Sample.instance(4));
    assertThat(roster.quorum()).isEqualTo(new Quorum(3, 0, 0));
    assertThat(roster.gone()).isEqualTo(1);
  }

  @Test
  void aVoterWhoseInstanceIsTerminatedIsShownSo() {
    Sample sample = replacedThenStopped().node(NodeSample.of(2).build());
    sample.status(terminated(sample.status(), 2));

    Roster roster = Roster.of(sample.summary());

    assertThat(roster.lines().stream().filter(MemberLine::gone).toList())
        .singleElement()
        .satisfies(line -> assertThat(line.instance()).contains(Sample.instance(2)))
        .satisfies(line -> assertThat(line.serving()).isFalse());
  }

  @Test
  void aServingMemberTellsTheList() {
    Sample sample = Sample.healthy();
    sample.status(sample.status().withProven(Optional.of(proven(1, 2, 4))));

    assertThat(voters(Roster.of(sample.summary())))
        .containsExactly(Sample.instance(1), Sample.instance(2), Sample.instance(3));
  }

  @Test
  void withoutAProvenListTheInitialMembersStandIn() {
    Sample sample = replacedThenStopped();
    sample.status(sample.status().withProven(Optional.empty()));

    assertThat(voters(Roster.of(sample.summary())))
        .containsExactly(Sample.instance(1), Sample.instance(2), Sample.instance(3));
  }
}
