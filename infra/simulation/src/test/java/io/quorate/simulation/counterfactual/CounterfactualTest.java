package io.quorate.simulation.counterfactual;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each question fails for what it is there for, and for nothing that a right decision does. */
class CounterfactualTest {
  private static final VoterState WHOLE = VoterState.WHOLE;
  private static final VoterState STILL = VoterState.STANDS_STILL;
  private static final VoterState LOST = VoterState.LOST;
  private static final VoterState GONE = VoterState.GONE;

  private static InstanceId instance(int number) {
    return new InstanceId("i-" + number);
  }

  private static MemberId member(int number) {
    return new MemberId(number);
  }

  private static TrueVoter voter(int number, VoterState standing) {
    return new TrueVoter(member(number), instance(number), standing, new LogEnd(2, 50), true);
  }

  private static TrueWorld world(VoterState... standings) {
    return new TrueWorld(
        Stream.iterate(0, i -> i < standings.length, i -> i + 1)
            .map(i -> voter(i + 1, standings[i]))
            .toList());
  }

  private static Optional<String> removes(TrueWorld world, int number) {
    return Counterfactual.breach(world, List.of(new DecisionEffect.Removes(member(number))));
  }

  private static Optional<String> terminates(TrueWorld world, int number) {
    return Counterfactual.breach(world, List.of(new DecisionEffect.Terminates(instance(number))));
  }

  private static Optional<String> promotes(TrueWorld world, TrueVoter learner) {
    return Counterfactual.breach(world, List.of(new DecisionEffect.Promotes(learner)));
  }

  @Test
  void aLostVoterMayGoWhereTheOthersAreAQuorum() {
    assertThat(removes(world(WHOLE, WHOLE, LOST), 3)).isEmpty();
    assertThat(removes(world(WHOLE, WHOLE, WHOLE, LOST), 4)).isEmpty();
    assertThat(removes(world(WHOLE, WHOLE, WHOLE, LOST, LOST), 5)).isEmpty();
    assertThat(removes(world(WHOLE, WHOLE, WHOLE, WHOLE, LOST), 5)).isEmpty();
  }

  @Test
  void nobodyGoesWhileTheOthersAreNoQuorum() {
    assertThat(removes(world(WHOLE, LOST, LOST), 3).orElseThrow()).contains("only 1 of 2");
    assertThat(terminates(world(WHOLE, LOST, STILL), 3)).isPresent();
  }

  @Test
  void aVoterThatCanServeIsNotRemoved() {
    assertThat(removes(world(WHOLE, WHOLE, WHOLE), 3).orElseThrow())
        .contains("if i-1 is lost for good as well, only 1 of 2");
  }

  @Test
  void aVoterThatStandsStillIsTerminatedWhereTheOthersAreAQuorumOfAll() {
    assertThat(terminates(world(WHOLE, WHOLE, STILL), 3)).isEmpty();
    assertThat(terminates(world(WHOLE, WHOLE, WHOLE, STILL, STILL), 5)).isEmpty();
    assertThat(terminates(world(WHOLE, WHOLE, STILL, LOST), 3)).isPresent();
  }

  @Test
  void aMachineThatHoldsNothingMayEndWhateverBecomesOfTheOthers() {
    assertThat(terminates(world(WHOLE, LOST, GONE), 3)).isEmpty();
    assertThat(terminates(world(WHOLE, LOST, LOST), 3).orElseThrow()).contains("only 1 of 3");
    assertThat(terminates(world(WHOLE, GONE, STILL), 3).orElseThrow()).contains("only 1 of 3");
    assertThat(removes(world(WHOLE, LOST, GONE), 3).orElseThrow()).contains("only 1 of 2");
  }

  @Test
  void whatALossOfPowerBringsBackMayNotBeElectedWithoutAcknowledgedWrites() {
    TrueVoter lags = new TrueVoter(member(3), instance(3), WHOLE, new LogEnd(2, 40), false);
    TrueVoter setBack = new TrueVoter(member(4), instance(4), STILL, new LogEnd(2, 45), false);
    assertThat(removes(world(WHOLE, LOST).with(lags).with(setBack), 2).orElseThrow())
        .contains("if all lose their power and start again, " + member(4) + " can be elected");
  }

  @Test
  void aLearnerThatCannotServeIsNotPromoted() {
    assertThat(promotes(world(WHOLE, WHOLE, WHOLE), voter(4, LOST)).orElseThrow())
        .contains("if i-1 is lost for good as well, only 2 of 4");
    assertThat(promotes(world(WHOLE, WHOLE), voter(3, WHOLE))).isEmpty();
    assertThat(promotes(world(WHOLE, WHOLE, WHOLE), voter(4, WHOLE))).isEmpty();
  }

  @Test
  void aLearnerIsNotPromotedBesideAVoterThatIsDown() {
    assertThat(promotes(world(WHOLE, WHOLE, LOST), voter(4, WHOLE)).orElseThrow())
        .contains("if i-4 is lost for good as well, only 2 of 4");
  }

  @Test
  void aClusterOfOneMayGrowThoughTheNewcomerMayBeLost() {
    assertThat(promotes(world(WHOLE), voter(2, WHOLE))).isEmpty();
    assertThat(promotes(world(WHOLE), voter(2, LOST)).orElseThrow())
        .contains("even if nothing else happens, only 1 of 2");
  }

  @Test
  void whoeverCanBeElectedHoldsWhatWasAcknowledged() {
    TrueVoter lags = new TrueVoter(member(3), instance(3), WHOLE, new LogEnd(2, 40), false);
    TrueVoter forgot = new TrueVoter(member(3), instance(3), WHOLE, new LogEnd(3, 40), false);
    assertThat(world(WHOLE, WHOLE).with(lags).fails()).isEmpty();
    assertThat(world(WHOLE, WHOLE).with(forgot).fails().orElseThrow())
        .contains("can be elected and lacks acknowledged writes");
    assertThat(removes(world(WHOLE, LOST).with(lags), 2)).isEmpty();
  }

  @Test
  void theStepsOfOneDecisionAreAskedOneByOne() {
    List<DecisionEffect> rejoin =
        List.of(
            new DecisionEffect.Removes(member(3)), new DecisionEffect.Promotes(voter(4, WHOLE)));
    assertThat(Counterfactual.breach(world(WHOLE, WHOLE, LOST), rejoin)).isEmpty();
    assertThat(Counterfactual.breach(world(WHOLE, LOST, LOST), rejoin)).isPresent();
  }
}
