package io.quorate.controller.plan.sameness;

import io.quorate.command.Lane;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.DataComparison;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the voters' data: goes on with the round under way, answers the request that it served
 * once it has ended, and begins the round that is due. Not while a change is under way.
 */
public final class CompareData implements Rule {
  @Override
  public String code() {
    return "COMPARE_DATA";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** It only reads. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.kind() == RequestKind.COMPARE_DATA)
        .filter(request -> request.state() == Request.State.TAKEN_UP)
        .flatMap(request -> answer(clusterState, request).stream())
        .findFirst()
        .or(() -> goOn(clusterState));
  }

  private static Optional<Plan> goOn(ClusterState clusterState) {
    return clusterState.status().open(Lane.MAINTENANCE).isPresent()
            || clusterState.status().open(Lane.MEMBERSHIP).isPresent()
        ? Optional.empty()
        : CompareDataPolicy.goOn(clusterState).or(() -> CompareDataPolicy.due(clusterState));
  }

  private static Optional<Plan> answer(ClusterState clusterState, Request request) {
    DataComparison comparison = clusterState.status().tasks().comparison();
    if (comparison.open().filter(round -> serves(round, request)).isPresent()) {
      return Optional.empty();
    }
    Optional<ComparisonRound> ended = comparison.last().filter(round -> serves(round, request));
    String words =
        ended.map(ComparisonRound::detail).orElse("the round that served it is not known any more");
    boolean equal = ended.flatMap(ComparisonRound::result).filter(Result.EQUAL::equals).isPresent();
    Request.State state = equal ? Request.State.DONE : Request.State.FAILED;
    return Optional.of(
        new Plan(
            AnswerRequest.plain(
                Reason.of("DATA_COMPARED", words).and("request", request.id()),
                request,
                state,
                words,
                result(ended)),
            clusterState.status(),
            Map.of()));
  }

  private static Map<String, String> result(Optional<ComparisonRound> ended) {
    return ended
        .map(
            round ->
                Map.of(
                    "result",
                    round.result().map(Enum::name).orElse(""),
                    "revision",
                    Long.toString(round.revision()),
                    "round",
                    round.id()))
        .orElse(Map.of());
  }

  private static boolean serves(ComparisonRound round, Request request) {
    return round.request().filter(request.id()::equals).isPresent();
  }
}
