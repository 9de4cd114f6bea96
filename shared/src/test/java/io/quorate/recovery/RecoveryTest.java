package io.quorate.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery.State;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A recovery goes the documented way, and no other. */
class RecoveryTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final InstanceId NODE = new InstanceId("i-4");
  private static final RecoverySource SOURCE =
      new RecoverySource(new SnapshotId("20260102T030405Z-g1-0a1b"), "00ff", 100, AT);
  private static final CommittedGeneration NEXT =
      new CommittedGeneration(new Generation(2), 100, 130, 1_000_000_130);

  /** Each transition by name, with the states from which it is allowed. */
  private record Transition(String name, Set<State> from, UnaryOperator<Recovery> go) {}

  private static final List<Transition> ALL =
      List.of(
          new Transition("fencing", Set.of(State.SUSPECTED), r -> r.fencing(AT)),
          new Transition("gathered", Set.of(State.FENCING), r -> r.gathered(Map.of(), AT)),
          new Transition("trying", Set.of(State.GATHERED), r -> r.trying(SOURCE, NODE, AT)),
          new Transition("passingOver", Set.of(State.TRIAL), r -> r.passingOver("bad", AT)),
          new Transition(
              "notReading", Set.of(State.TRIAL), r -> r.notReading("ARCHIVED", "no", AT, AT)),
          new Transition("tryingAgain", Set.of(State.TRIAL), r -> r.tryingAgain("away", AT, AT)),
          new Transition("committing", Set.of(State.TRIAL), r -> r.committing(Map.of(), NEXT, AT)),
          new Transition("seeding", Set.of(State.COMMITTED), r -> r.seeding(AT)),
          new Transition("serving", Set.of(State.SEEDING), r -> r.serving(Optional.empty(), AT)),
          new Transition("acknowledged", Set.of(State.SERVING), r -> r.acknowledged("me", AT)),
          new Transition(
              "calledOff",
              Set.of(State.SUSPECTED, State.FENCING, State.GATHERED, State.TRIAL),
              r -> r.calledOff("it serves", AT)));

  private static Map<State, Recovery> each() {
    Recovery suspected =
        Recovery.suspected(
            "recovery-1-n",
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(4),
            Recovery.Action.RESEED,
            AT);
    Map<State, Recovery> states = new EnumMap<>(State.class);
    List<Recovery> way = new ArrayList<>(List.of(suspected));
    way.add(way.getLast().fencing(AT));
    way.add(way.getLast().gathered(Map.of(), AT));
    way.add(way.getLast().trying(SOURCE, NODE, AT));
    way.add(way.getLast().committing(Map.of(), NEXT, AT));
    way.add(way.getLast().seeding(AT));
    way.add(way.getLast().serving(Optional.empty(), AT));
    way.add(way.getLast().acknowledged("me", AT));
    way.forEach(recovery -> states.put(recovery.state(), recovery));
    states.put(State.HIBERNATED, hibernating(State.TRIAL).hibernated(AT));
    assertThat(states).containsOnlyKeys(State.values());
    return states;
  }

  /** The same up to a state, as a hibernation. */
  private static Recovery hibernating(State until) {
    List<Recovery> way = new ArrayList<>();
    way.add(
        Recovery.hibernating(
            "recovery-1-h", new ClusterUid("uid-1"), Generation.FIRST, new FencingToken(4), AT));
    way.add(way.getLast().gathered(Map.of(), AT));
    way.add(way.getLast().trying(SOURCE, NODE, AT));
    way.add(way.getLast().committing(Map.of(), NEXT, AT));
    way.add(way.getLast().seeding(AT));
    return way.stream().filter(recovery -> recovery.state() == until).findFirst().orElseThrow();
  }

  private static Recovery in(State state) {
    return java.util.Objects.requireNonNull(each().get(state));
  }

  @Test
  void salvagesAreMadeOneAtATimeOfGatheredDirectoriesOnly() {
    for (State state : State.values()) {
      if (state != State.GATHERED) {
        assertThatThrownBy(() -> in(state).salvaging(NODE, SOURCE.snapshot(), AT))
            .as(state.name())
            .isInstanceOf(IllegalStateException.class);
      }
    }
    Recovery open = in(State.GATHERED).salvaging(NODE, SOURCE.snapshot(), AT);
    assertThat(open.salvageId(open.openSalvage().orElseThrow()))
        .isEqualTo("recovery-1-n-salvage-1");
    assertThatThrownBy(() -> open.salvaging(new InstanceId("i-5"), SOURCE.snapshot(), AT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> open.trying(SOURCE, NODE, AT))
        .isInstanceOf(IllegalStateException.class);

    Recovery failed = open.salvaged(Salvage.State.NOT_MADE, "full", Optional.of(AT), AT);
    assertThat(failed.salvaging(NODE, SOURCE.snapshot(), AT).openSalvage().orElseThrow().number())
        .isEqualTo(2);
    Recovery bad = open.salvaged(Salvage.State.BAD, "damaged", Optional.empty(), AT);
    assertThatThrownBy(() -> bad.salvaging(NODE, SOURCE.snapshot(), AT))
        .as("never twice")
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> bad.salvaged(Salvage.State.DONE, "", Optional.empty(), AT))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(State.class)
  @Guards("AdvanceRecovery")
  void onlyTheNamedTransitionsLeaveAState(State state) {
    Recovery recovery = in(state);
    for (Transition transition : ALL) {
      if (transition.from().contains(state)) {
        assertThat(transition.go().apply(recovery).state())
            .as(transition.name())
            .isNotEqualTo(state);
      } else {
        assertThatThrownBy(() -> transition.go().apply(recovery))
            .as("%s from %s", transition.name(), state)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(state.name());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void anApprovalChangesNoStateAndIsTakenOnlyBeforeTheCommit(State state) {
    Approval given = new Approval("0123456789ab", "me", AT, Map.of(), Optional.empty());
    if (state.looksForSource()) {
      Recovery approved = in(state).approved(given);
      assertThat(approved.state()).isEqualTo(state);
      assertThat(approved.approval()).contains(given);
    } else {
      assertThatThrownBy(() -> in(state).approved(given)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aHibernationRestsAfterItsTrialAndEndsWithoutALoss() {
    Recovery rests = hibernating(State.TRIAL).hibernated(AT);
    assertThat(rests.state()).isEqualTo(State.HIBERNATED);
    assertThat(rests.source()).contains(SOURCE);
    assertThat(rests.waking(AT).state()).isEqualTo(State.GATHERED);
    assertThat(hibernating(State.SEEDING).woken(Optional.empty(), AT).state())
        .isEqualTo(State.ENDED);
    for (State state : List.of(State.FENCING, State.GATHERED, State.TRIAL)) {
      Recovery loss = hibernating(state).asLoss();
      assertThat(loss.action()).isEqualTo(Recovery.Action.RESEED);
      assertThat(loss.state()).isEqualTo(state);
    }
    assertThatThrownBy(rests::asLoss).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLossNeitherRestsNorEndsUnacknowledged() {
    assertThatThrownBy(() -> in(State.TRIAL).hibernated(AT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> in(State.SEEDING).woken(Optional.empty(), AT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> in(State.TRIAL).asLoss()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aRollbackHasItsOwnHash() {
    Approval given = new Approval("0123456789ab", "me", AT, Map.of(), Optional.empty());
    Recovery rollback =
        Recovery.rollback(
            "recovery-1-n",
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(4),
            SOURCE,
            AT);

    assertThatThrownBy(() -> rollback.approved(given)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsCommittedIsNeverCalledOff() {
    each()
        .forEach(
            (state, recovery) -> {
              if (state.isCommitted()) {
                assertThatThrownBy(() -> recovery.calledOff("it serves", AT))
                    .isInstanceOf(IllegalStateException.class);
              }
            });
  }

  @Test
  void aSourceThatWasProvedBadIsNotTriedAgain() {
    Recovery bad = in(State.TRIAL).passingOver("its hash is another", AT);

    assertThat(bad.source()).isEmpty();
    assertThatThrownBy(() -> bad.trying(SOURCE, NODE, AT)).hasMessageContaining("proved bad");
  }

  @Test
  void aTrialThatCouldNotBeMadeKeepsItsSourceAndTheNextHasAnotherName() {
    Recovery trial = in(State.TRIAL);
    Recovery again = trial.tryingAgain("the bucket did not answer", AT.plusSeconds(5), AT);

    assertThat(again.source()).contains(SOURCE);
    assertThat(again.passedOver()).isEmpty();
    assertThat(again.tryAfter()).contains(AT.plusSeconds(5));
    assertThat(again.trying(SOURCE, NODE, AT).trialId())
        .contains("recovery-1-n-trial-2")
        .isNotEqualTo(trial.trialId());
  }

  @Test
  void whatCannotBeReadIsCountedWithTheLastThreeWhoTried() {
    Recovery recovery = in(State.TRIAL);
    for (int node = 1; node <= 5; node++) {
      recovery = recovery.notReading("ARCHIVED", "no " + node, AT, AT);
      recovery = recovery.trying(SOURCE, new InstanceId("i-9" + node), AT);
    }
    recovery = recovery.notReading("KEY_REFUSED", "x".repeat(9_000), AT, AT);

    UnreadSource unread = recovery.unread(SOURCE.snapshot()).orElseThrow();
    assertThat(recovery.unread()).hasSize(1);
    assertThat(unread.tries()).isEqualTo(6);
    assertThat(unread.failure()).isEqualTo("KEY_REFUSED");
    assertThat(unread.because()).hasSize(501);
    assertThat(unread.nodes())
        .containsExactly(new InstanceId("i-93"), new InstanceId("i-94"), new InstanceId("i-95"));
  }

  @Test
  void onlyTheNextGenerationIsCommitted() {
    CommittedGeneration skipping =
        new CommittedGeneration(new Generation(3), 100, 130, 1_000_000_130);

    assertThatThrownBy(() -> in(State.TRIAL).committing(Map.of(), skipping, AT))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void revisionsNeverGoBackwards() {
    assertThatThrownBy(() -> new CommittedGeneration(new Generation(2), 100, 130, 130))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(NEXT.lostRevisions()).isEqualTo(30);
  }

  @Test
  void theSeederIsKnownFromTheCommitOn() {
    assertThat(in(State.TRIAL).seeder()).isEmpty();
    assertThat(in(State.SEEDING).seeder()).isEqualTo(Optional.of(NODE));
  }

  /** Three snapshots of one directory that are all bad are its own fault. */
  @Test
  void aBadSnapshotOfADirectoryOpensItsSalvageAgainTwiceAtMost() {
    Recovery recovery = in(State.GATHERED);
    for (int made = 1; made <= 3; made++) {
      SnapshotId id = new SnapshotId("20260102T03040" + made + "Z-g1-0a1b");
      RecoverySource tried =
          new RecoverySource(id, SOURCE.sha256(), SOURCE.revision(), SOURCE.takenAt());
      recovery =
          recovery
              .salvaging(NODE, id, AT)
              .salvaged(Salvage.State.DONE, "made", Optional.empty(), AT)
              .trying(tried, NODE, AT)
              .passingOver("its hash is another", AT);
      assertThat(recovery.salvages().getFirst().settled())
          .as("after %d", made)
          .isEqualTo(made == 3);
    }
  }
}
