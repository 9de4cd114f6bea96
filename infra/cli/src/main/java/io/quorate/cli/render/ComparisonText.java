package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.state.ComparisonRound;
import io.quorate.state.DataComparison;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the comparisons of the voters' data have found. */
final class ComparisonText {
  private ComparisonText() {}

  /** In a line; empty while nothing was ever compared. */
  static Optional<String> glance(Optional<Status> status, Instant readAt) {
    return status
        .map(known -> known.tasks().comparison())
        .filter(comparison -> !comparison.equals(DataComparison.NONE))
        .map(comparison -> words(comparison, readAt));
  }

  private static String words(DataComparison comparison, Instant readAt) {
    String ended =
        comparison
            .last()
            .map(
                round ->
                    round.result().map(Enum::name).orElse("")
                        + " "
                        + Words.age(round.progressAt(), readAt)
                        + " ago: "
                        + round.detail())
            .orElse("not compared yet");
    String open =
        comparison
            .open()
            .map(
                round ->
                    "; under way: "
                        + round.answers().size()
                        + " of "
                        + round.voters().size()
                        + " voters have answered")
            .orElse("");
    return ended + open;
  }

  /** For programs; empty while nothing was ever compared. */
  static Optional<Map<String, Object>> json(Optional<Status> status) {
    return status
        .map(known -> known.tasks().comparison())
        .filter(comparison -> !comparison.equals(DataComparison.NONE))
        .map(
            comparison ->
                Tree.builder()
                    .withOptional("open", comparison.open().map(ComparisonText::round))
                    .withOptional("last", comparison.last().map(ComparisonText::round))
                    .withOptional("found", comparison.found().map(ComparisonText::round))
                    .withOptional("equal", comparison.equal().map(ComparisonText::round))
                    .build());
  }

  private static Map<String, Object> round(ComparisonRound round) {
    Tree.Builder voters = Tree.builder();
    round
        .voters()
        .forEach(
            (voter, instance) ->
                voters.with(
                    voter.toString(),
                    Tree.builder()
                        .with("instance", instance)
                        .withOptional(
                            "hash",
                            Optional.ofNullable(round.answers().get(voter))
                                .map(ComparisonRound.KeyHash::hash))
                        .withOptional(
                            "compactRevision",
                            Optional.ofNullable(round.answers().get(voter))
                                .map(ComparisonRound.KeyHash::compactRevision))
                        .build()));
    return Tree.builder()
        .with("since", round.since())
        .with("at", round.progressAt())
        .with("attempt", round.attempt())
        .with("revision", round.revision())
        .withOptional("result", round.result())
        .with("message", round.detail())
        .with("voters", voters.build())
        .build();
  }
}
