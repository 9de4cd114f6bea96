package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One comparison of the voters' data: each voter is asked for the hash of its keys at one revision.
 *
 * @param id unique within the cluster
 * @param request the operator's request that it serves
 * @param since when it began
 * @param progressAt when it began, began again, or got its latest answer
 * @param attempt which attempt this is, from one
 * @param revision the revision; 0 where the next attempt has not chosen it yet
 * @param voters the voters that are asked, and their instances
 * @param answers what they answered
 * @param result what came of it; empty while it is under way
 * @param detail what came of it, or of the attempt before, in words for people
 */
public record ComparisonRound(
    String id,
    Optional<String> request,
    Instant since,
    Instant progressAt,
    long attempt,
    long revision,
    @Wire.Sparse Map<MemberId, InstanceId> voters,
    @Wire.Sparse Map<MemberId, KeyHash> answers,
    Optional<Result> result,
    @Wire.Cut(Wire.WORDS) String detail) {
  /** What a round came to. */
  public enum Result {
    /** All voters hold the same keys. */
    EQUAL,
    /** At least two voters hold different keys. */
    DIFFERS,
    /** Not all voters could be compared; those that were asked do not differ. */
    INCOMPLETE
  }

  /**
   * A voter's answer.
   *
   * @param hash HashKV of its keys at the revision
   * @param compactRevision up to where its keys were compacted; only hashes with the same one can
   *     be compared
   * @param file tells the database's file from any other; a leader's data, and a defragmentation,
   *     come in another file. Absent in answers of older agents
   * @param first whether the file is the one that the member began with
   */
  public record KeyHash(
      long hash,
      long compactRevision,
      @Wire.Longest(Wire.ID) Optional<String> file,
      @Wire.Sparse boolean first) {
    /** The answer of an agent that tells nothing of the file. */
    public KeyHash(long hash, long compactRevision) {
      this(hash, compactRevision, Optional.empty(), false);
    }

    /** The same, of this file. */
    public KeyHash of(String id, boolean isFirst) {
      return new KeyHash(hash, compactRevision, Optional.of(id), isFirst);
    }
  }

  public ComparisonRound {
    voters = Map.copyOf(voters);
    answers = Map.copyOf(answers);
  }

  /** A round that begins. */
  public static ComparisonRound begun(
      String id,
      Optional<String> request,
      Instant now,
      long revision,
      Map<MemberId, InstanceId> voters) {
    return new ComparisonRound(
        id, request, now, now, 1, revision, voters, Map.of(), Optional.empty(), "");
  }

  /** The next attempt, of these voters, at a revision. */
  public ComparisonRound at(long chosen, Map<MemberId, InstanceId> asked, Instant now) {
    return new ComparisonRound(
        id, request, since, now, attempt, chosen, asked, Map.of(), Optional.empty(), detail);
  }

  /** The same, to be begun again at another revision. */
  public ComparisonRound again(String why, Instant now) {
    return new ComparisonRound(
        id, request, since, now, attempt + 1, 0, voters, Map.of(), Optional.empty(), why);
  }

  /** The same with a voter's answer. */
  public ComparisonRound answered(MemberId voter, KeyHash hash, Instant now) {
    Map<MemberId, KeyHash> next = new HashMap<>(answers);
    next.put(voter, hash);
    return new ComparisonRound(
        id, request, since, now, attempt, revision, voters, next, Optional.empty(), detail);
  }

  /** The same, ended. */
  public ComparisonRound ended(Result how, String words, Instant now) {
    return new ComparisonRound(
        id, request, since, now, attempt, revision, voters, answers, Optional.of(how), words);
  }

  /** The voters that have not answered, in the order of their instances. */
  public List<MemberId> unanswered() {
    return voters.entrySet().stream()
        .filter(voter -> !answers.containsKey(voter.getKey()))
        .sorted(
            Map.Entry.<MemberId, InstanceId>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether every voter has answered. */
  public boolean complete() {
    return answers.keySet().equals(voters.keySet());
  }

  /** Whether the answers can be compared: all were given at the same compact revision. */
  public boolean comparable() {
    return answers.values().stream().map(KeyHash::compactRevision).distinct().count() <= 1;
  }

  /** Whether two answers differ that can be compared. */
  public boolean differs() {
    return comparable() && answers.values().stream().map(KeyHash::hash).distinct().count() > 1;
  }

  /** The voters and what they answered, for people: one group for each hash, the largest first. */
  public String words() {
    Map<Long, List<String>> groups = new HashMap<>();
    answers.keySet().stream()
        .sorted(Comparator.comparing(this::home))
        .forEach(
            voter ->
                groups.computeIfAbsent(hash(voter), hash -> new ArrayList<>()).add(home(voter)));
    return groups.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Long, List<String>> group) -> -group.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(group -> String.join(", ", group.getValue()) + " (hash " + group.getKey() + ")")
        .collect(Collectors.joining("; "));
  }

  private long hash(MemberId voter) {
    return Objects.requireNonNull(answers.get(voter)).hash();
  }

  private String home(MemberId voter) {
    InstanceId home = voters.get(voter);
    return home == null ? voter.toString() : home.value();
  }
}
