package io.quorate.simulation.counterfactual;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One cluster as it truly is: the voters of its committed configuration.
 *
 * @param voters all of them, whether or not they live
 */
public record TrueWorld(List<TrueVoter> voters) {
  /** In one order, however they were found. */
  public TrueWorld {
    voters = voters.stream().sorted(Comparator.comparing(TrueVoter::member)).toList();
  }

  /** One voter more, or the same one as it is now. */
  public TrueWorld with(TrueVoter voter) {
    return new TrueWorld(
        Stream.concat(without(voter.member()).voters.stream(), Stream.of(voter)).toList());
  }

  /** Without a member: one voter less. */
  public TrueWorld without(MemberId member) {
    return new TrueWorld(voters.stream().filter(v -> !v.member().equals(member)).toList());
  }

  /** The voters that live on an instance stand so. */
  public TrueWorld standing(InstanceId instance, VoterState next) {
    return map(voter -> voter.instance().equals(instance) ? voter.with(next) : voter);
  }

  /** Every voter that stands still stands so. */
  public TrueWorld thatStandStill(VoterState next) {
    return map(voter -> voter.standing() == VoterState.STANDS_STILL ? voter.with(next) : voter);
  }

  private TrueWorld map(UnaryOperator<TrueVoter> to) {
    return new TrueWorld(voters.stream().map(to).toList());
  }

  /**
   * Why the cluster does not go on by itself, with every acknowledged write; empty when it does:
   *
   * <ol>
   *   <li>I2: the voters that can serve, with their data on disk, are a quorum of all voters;
   *   <li>I5: whichever of them raft may elect holds every acknowledged write. Raft elects who gets
   *       votes from a quorum, and a voter votes for nobody whose log ends before its own.
   * </ol>
   */
  public Optional<String> fails() {
    List<TrueVoter> able = able();
    if (!isQuorum(able.size())) {
      return Optional.of(
          "only "
              + able.size()
              + " of "
              + voters.size()
              + " voters can serve with their data on disk: "
              + this);
    }
    return able.stream()
        .filter(Predicate.not(TrueVoter::holdsAcked))
        .filter(candidate -> electable(candidate, able))
        .findFirst()
        .map(lacks -> lacks.member() + " can be elected and lacks acknowledged writes: " + this);
  }

  private List<TrueVoter> able() {
    return voters.stream().filter(voter -> voter.standing() == VoterState.WHOLE).toList();
  }

  private boolean electable(TrueVoter candidate, List<TrueVoter> able) {
    return isQuorum(
        able.stream().filter(voter -> voter.end().compareTo(candidate.end()) <= 0).count());
  }

  private boolean isQuorum(long count) {
    return count * 2 > voters.size();
  }

  @Override
  public String toString() {
    return voters.stream()
        .map(
            v ->
                "%s on %s %s to %d/%d%s"
                    .formatted(
                        v.member(),
                        v.instance(),
                        v.standing(),
                        v.end().term(),
                        v.end().index(),
                        v.holdsAcked() ? "" : " lacks acknowledged writes"))
        .toList()
        .toString();
  }
}
