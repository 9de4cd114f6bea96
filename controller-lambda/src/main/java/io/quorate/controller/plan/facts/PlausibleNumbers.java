package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far the numbers that only grow can have come: tokens, generations and revisions. Any agent
 * can write a row, and one that tells of numbers which nobody can have issued is not believed: the
 * numbers that followed would be past what the others can ever reach.
 *
 * <ol>
 *   <li>A table that was restored to an older state holds older numbers than the nodes have seen. A
 *       turn takes one token, so that 2^32 of them last for a century; a thousand generations are a
 *       thousand recoveries.
 *   <li>A generation begins at a known revision, and etcd adds less than 100,000 a second.
 * </ol>
 */
public final class PlausibleNumbers {
  /** More than any cluster writes between two heartbeats. */
  public static final long GAP = 1_000_000_000L;

  private static final long TOKENS = 1L << 32;
  private static final long GENERATIONS = 1_000;
  private static final long WRITES_PER_SECOND = 100_000;

  private PlausibleNumbers() {}

  /**
   * Why a row is not believed, by the tokens alone.
   *
   * @param issued the newest token that the table knows to be issued
   */
  public static Optional<String> lie(Heartbeat row, FencingToken issued) {
    return row.seenToken().value() - issued.value() > TOKENS
        ? Optional.of(words("seenToken", row.seenToken(), "tokens issued so far are", issued))
        : Optional.empty();
  }

  /** Why a row is not believed; empty where it is. */
  public static Optional<String> lie(
      Heartbeat row, FencingToken issued, Lineage lineage, Instant now) {
    return lie(row, issued)
        .or(() -> generation(row, lineage.generation()))
        .or(() -> revision(row, lineage, now));
  }

  private static Optional<String> generation(Heartbeat row, Generation now) {
    return row.seenGeneration().value() - now.value() > GENERATIONS
        ? Optional.of(words("seenGeneration", row.seenGeneration(), "the cluster is at", now))
        : Optional.empty();
  }

  /** A row that knows a newer generation shows that the table is older, and its numbers with it. */
  private static Optional<String> revision(Heartbeat row, Lineage lineage, Instant now) {
    long most = revision(lineage, now);
    long told =
        Math.max(row.report().revisionSeen(), row.status().map(MemberStatus::revision).orElse(0L));
    return told > most && !lineage.generation().before(row.seenGeneration())
        ? Optional.of(words("revision", told, "the cluster can have reached at most", most))
        : Optional.empty();
  }

  private static String words(String name, Object told, String known, Object highest) {
    return "%s is %s, which nobody can have issued: %s %s".formatted(name, told, known, highest);
  }

  /** The highest revision that a cluster can have reached. */
  public static long revision(ClusterView view) {
    return revision(view.lineage(), view.observedAt());
  }

  private static long revision(Lineage lineage, Instant now) {
    return lineage
        .bootstrap()
        .filter(bootstrap -> lineage.state() == Lineage.State.COMMITTED)
        .map(bootstrap -> reached(bootstrap, now))
        .orElse(Wire.LARGEST);
  }

  private static long reached(Bootstrap bootstrap, Instant now) {
    long begun = bootstrap.source().map(GenerationSource::targetRevision).orElse(0L);
    long seconds = Math.max(0, Duration.between(bootstrap.decidedAt(), now).toSeconds());
    return begun + seconds * WRITES_PER_SECOND + GAP;
  }
}
