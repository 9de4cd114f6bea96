package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BulkReaderTest {
  private static final String CALL = "AutoScaling DescribeAutoScalingGroups";
  private static final Duration EVERY = Duration.ofMinutes(1);

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final List<List<String>> described = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Collection<InstanceId>> askedOfEc2 = new ArrayList<>();
  private Optional<String> silent = Optional.empty();
  private final Set<InstanceId> terminated = new HashSet<>();
  private boolean ec2Answers = true;
  private final BulkReader reader = new BulkReader(new Own(), this::describe, () -> now, 10);

  @BeforeEach
  void hundredAndTwentyClusters() {
    reader.ahead(IntStream.range(0, 120).mapToObj(n -> "g-" + n).toList(), 120);
  }

  @Test
  void fiftyTurnsRestOnOneDescription() {
    for (int n = 0; n < 120; n++) {
      GroupView seen = turn("g-" + n);
      assertThat(seen).isInstanceOf(GroupView.Observed.class);
      assertThat(reader.instances(List.of(instance("g-" + n))))
          .containsEntry(instance("g-" + n), InstanceState.RUNNING);
      assertThat(reader.onBulk()).as("described for itself").isEqualTo(n % 50 != 0);
    }

    assertThat(described).extracting(List::size).containsExactly(50, 50, 20);
    assertThat(asked).isEmpty();
    assertThat(askedOfEc2).isEmpty();
  }

  @Test
  void anAnswerIsUsedForFiveSecondsAndThenAskedForAgain() {
    turn("g-0");
    now = now.plus(BulkReader.OLDEST);
    turn("g-1");
    assertThat(reader.onBulk()).isTrue();
    now = now.plusMillis(1);
    turn("g-2");

    assertThat(reader.onBulk()).isFalse();
    assertThat(described).hasSize(2);
    assertThat(described.getLast()).startsWith("g-2").hasSize(50);
  }

  @Test
  void whatTheAnswerDoesNotShowIsAskedForByTheTurnItself() {
    reader.ahead(List.of("g-1", "absent"), 2);
    turn("absent");
    assertThat(asked).containsExactly("absent");
    assertThat(reader.onBulk()).isFalse();

    turn("g-1");
    InstanceId other = new InstanceId("i-other");
    assertThat(reader.instances(List.of(instance("g-1"), other)))
        .containsOnlyKeys(instance("g-1"), other);
    assertThat(askedOfEc2).containsExactly(Set.of(other));
  }

  @Test
  void aGroupThatNobodyNamedAheadIsAskedForAlone() {
    turn("stranger");

    assertThat(asked).containsExactly("stranger");
    assertThat(described).isEmpty();
  }

  @Test
  void whereAutoScalingIsSilentEachTurnTellsItAndNoneAsksAgainForFiveSeconds() {
    silent = Optional.of("throttled");
    for (int n = 0; n < 50; n++) {
      assertThat(turn("g-" + n)).isEqualTo(new GroupView.Unknown("throttled"));
      assertThat(reader.outcomes()).containsEntry(CALL, Optional.of("throttled"));
      assertThat(reader.instances(List.of(instance("g-" + n)))).isEmpty();
    }
    assertThat(described).hasSize(1);
    assertThat(asked).isEmpty();
    assertThat(askedOfEc2).isEmpty();

    silent = Optional.empty();
    now = now.plus(BulkReader.OLDEST).plusMillis(1);
    assertThat(turn("g-7")).isInstanceOf(GroupView.Observed.class);
    assertThat(reader.outcomes()).containsEntry(CALL, Optional.empty());
  }

  @Test
  void aTurnThatAsksAnewAsksByItselfUntilTheNextBegins() {
    turn("g-0");
    turn("g-1");
    assertThat(reader.askAnew(false)).isTrue();

    reader.group("g-1");
    assertThat(asked).containsExactly("g-1");
    assertThat(reader.onBulk()).isFalse();

    turn("g-2");
    assertThat(asked).hasSize(1);
  }

  @Test
  void ofManyThatWantToAskByThemselvesOnlySomeMay() {
    reader.ahead(IntStream.range(0, 120).mapToObj(n -> "g-" + n).toList(), 10_000);
    turn("g-0");
    int allowed = 0;
    for (int n = 1; n < 50; n++) {
      turn("g-" + n);
      allowed += reader.askAnew(false) ? 1 : 0;
    }
    assertThat(allowed).as("a tenth of what all may").isEqualTo(4);

    now = now.plusSeconds(1);
    turn("g-1");
    assertThat(reader.askAnew(false)).isTrue();
    turn("g-2");
    assertThat(reader.askAnew(false)).isFalse();
    assertThat(reader.askAnew(true)).as("it has to see what it did").isTrue();
  }

  @Test
  void ofASmallFleetAllMayAskByThemselves() {
    reader.ahead(IntStream.range(0, 100).mapToObj(n -> "g-" + n).toList(), 100);
    for (int n = 0; n < 40; n++) {
      turn("g-" + n);
      assertThat(reader.askAnew(false)).isTrue();
    }
    now = now.plusSeconds(2);
    for (int n = 0; n < 10; n++) {
      turn("g-" + n);
      assertThat(reader.askAnew(false)).isTrue();
    }
  }

  @Test
  void whoIsTerminatedIsAskedForOnce() {
    InstanceId dead = new InstanceId("i-dead");
    terminated.add(dead);
    for (int n = 0; n < 3; n++) {
      turn("g-0");
      assertThat(reader.instances(List.of(dead))).containsEntry(dead, InstanceState.TERMINATED);
    }
    assertThat(askedOfEc2).hasSize(1);
  }

  /** Two looks of EC2 are needed before an instance is forgotten (ADR 42). */
  @Test
  void whomEc2DoesNotKnowIsUnsaidWhereEc2WasNotAskedBefore() {
    InstanceId gone = new InstanceId("i-gone");
    ec2Answers = false;
    turn("g-0");
    assertThat(reader.instances(List.of(gone))).isEmpty();
    assertThat(reader.unknown(List.of(gone))).isEmpty();

    ec2Answers = true;
    now = now.plus(BulkReader.OLDEST).plusMillis(1);
    turn("g-1");
    assertThat(reader.instances(List.of(gone))).containsKey(gone);
    assertThat(reader.unknown(List.of(gone))).contains(Set.of(gone));
  }

  @Test
  void theHooksOfALargeFleetAreSpreadOverTheMinutes() {
    BulkDescriber.Terms terms = new BulkDescriber.Terms(Duration.ofMinutes(50), () -> true);
    Map<String, Integer> times = new HashMap<>();
    int most = 0;
    for (int minute = 0; minute < 50; minute++) {
      int due = 0;
      for (int n = 0; n < 10_000; n++) {
        if (terms.due("group-" + n, now.plusSeconds(60L * minute))) {
          due++;
          times.merge("group-" + n, 1, Integer::sum);
        }
      }
      most = Math.max(most, due);
    }

    assertThat(times).hasSize(10_000);
    assertThat(times.values()).containsOnly(1);
    assertThat(most).isLessThan(500);
    assertThat(new BulkDescriber.Terms(EVERY, () -> true).due("g", now)).isTrue();
  }

  private GroupView turn(String group) {
    reader.forgetOutcomes();
    return reader.group(group);
  }

  private static InstanceId instance(String group) {
    return new InstanceId("i-" + group);
  }

  private static GroupView.Observed observed(String group) {
    return new GroupView.Observed(1, Map.of(instance(group), "InService"), List.of());
  }

  private BulkAnswer describe(List<String> groups, BulkDescriber.Terms terms) {
    described.add(groups);
    Map<String, GroupView.Observed> shown = new HashMap<>();
    Map<InstanceId, InstanceState> states = new HashMap<>();
    if (silent.isEmpty()) {
      groups.stream()
          .filter(group -> !group.equals("absent"))
          .forEach(
              group -> {
                shown.put(group, observed(group));
                states.put(instance(group), InstanceState.RUNNING);
              });
    }
    return new BulkAnswer(
        shown,
        silent,
        ec2Answers ? states : Map.of(),
        ec2Answers && silent.isEmpty(),
        Map.of(CALL, silent));
  }

  /** What turns ask by themselves. */
  private final class Own implements CloudReader {
    @Override
    public GroupView group(String name) {
      asked.add(name);
      return observed(name);
    }

    @Override
    public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
      askedOfEc2.add(ids);
      Map<InstanceId, InstanceState> all = new HashMap<>();
      ids.forEach(
          id ->
              all.put(
                  id, terminated.contains(id) ? InstanceState.TERMINATED : InstanceState.RUNNING));
      return all;
    }

    @Override
    public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
      return Optional.of(Set.copyOf(ids));
    }
  }
}
