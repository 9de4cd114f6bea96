package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.steps.Fuse.Moment;
import io.quorate.agent.steps.Fuse.Point;
import io.quorate.agent.steps.StepScenario.Ending;
import io.quorate.agent.steps.StepScenario.Return;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent may crash at any line: before a step, after each of its effects, after each save of its
 * journal, alone or with its etcd, once or twice. Whatever was lost, the next agent converges. The
 * steps are the code's own list, so that a new one fails here until a scenario comes by it.
 */
class CrashAnywhereTest {
  private static final int SECOND_CRASH_WITHIN = Integer.getInteger("quorate.second.crash", 3);

  /** Of so many entries, a tenth is more than a burst. */
  private static final int WRITTEN = 300;

  private static final Map<StepScenario, List<Moment>> MOMENTS =
      StepScenario.all().stream()
          .collect(
              Collectors.toMap(s -> s, StepScenario::moments, (a, b) -> a, LinkedHashMap::new));

  static Stream<Moment> everyStepAndPoint() {
    List<Moment> all = new ArrayList<>();
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      StepCatalog.steps(kind).forEach(step -> all.addAll(points(kind + " ", step)));
      StepCatalog.undo(kind).forEach(step -> all.addAll(points(kind + " undo ", step)));
    }
    return all.stream();
  }

  private static List<Moment> points(String prefix, NamedStep step) {
    return Arrays.stream(Point.values())
        .filter(p -> p != Point.AFTER_EFFECT || !step.step().about().does().equals("nothing"))
        .map(p -> new Moment(prefix + step.name(), p))
        .toList();
  }

  /** Names every step and point there is: one that no scenario reaches is not proven. */
  @ParameterizedTest
  @MethodSource("everyStepAndPoint")
  @Guards({
    "JOIN/REMOVE_FORMER",
    "JOIN/STOP_FORMER",
    "JOIN/PREPARE_DIRECTORY",
    "REMOVE_MEMBER/REMOVE",
    "SET_PEER_URL/SET",
    "RESTART_MEMBER/STOP",
    "RESTART_MEMBER/START",
    "RESTART_MEMBER/undo/START_ANYWAY",
    "LEAVE/REMOVE",
    "LEAVE/STOP",
    "LEAVE/ARCHIVE_DIRECTORY",
    "LEAVE/undo/STOP",
    "LEAVE/undo/ARCHIVE_DIRECTORY"
  })
  void convergesAfterACrashAt(Moment moment) {
    int reached = 0;
    for (Map.Entry<StepScenario, List<Moment>> story : MOMENTS.entrySet()) {
      List<Moment> moments = story.getValue();
      for (int at = 0; at < moments.size(); at++) {
        if (moments.get(at).equals(moment)) {
          reached++;
          for (Return back : Return.values()) {
            converges(story.getKey(), Set.of(at), back, w -> w);
          }
        }
      }
    }
    assertThat(reached)
        .as("no scenario reaches %s: add one to Scenario.all()", moment)
        .isPositive();
  }

  static List<StepScenario> scenarios() {
    return List.copyOf(MOMENTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @Guards("REMOVE_MEMBER/CHECK")
  void convergesWithoutACrash(StepScenario scenario) {
    converges(scenario, Set.of(), Return.AGENT_ALONE, w -> w);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void convergesAfterTwoCrashes(StepScenario scenario) {
    int moments = count(scenario);
    for (int first = 0; first < moments; first++) {
      for (int next = 1; next <= SECOND_CRASH_WITHIN; next++) {
        for (Return back : Return.values()) {
          Fuse fuse = new Fuse(Set.of(first, first + next));
          check(scenario, fuse, "crashes at " + first + " and " + (first + next), back, w -> w);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @Guards({"JOIN/ADD_LEARNER", "REMOVE_MEMBER/CONFIRM", "LEAVE/CONFIRM"})
  void convergesWhenACallOrItsAnswerIsLost(StepScenario scenario) {
    int calls = scenario.live(new Fuse(Set.of()), Return.AGENT_ALONE, w -> w).world().etcd.changes;
    int moments = count(scenario);
    for (int at = 0; at < moments; at++) {
      converges(scenario, Set.of(at), Return.AGENT_ALONE, w -> w);
    }
    for (int call = 0; call < calls; call++) {
      for (ModelEtcd.Loss loss : List.of(ModelEtcd.Loss.CALL, ModelEtcd.Loss.ANSWER)) {
        UnaryOperator<StepWorld> twist = losing(loss, call);
        converges(scenario, Set.of(), Return.AGENT_ALONE, twist);
        for (int at = 0; at < moments; at++) {
          converges(scenario, Set.of(at), Return.AGENT_ALONE, twist);
        }
      }
    }
  }

  private static UnaryOperator<StepWorld> losing(ModelEtcd.Loss loss, int call) {
    return world -> {
      world.etcd.loss = loss;
      world.etcd.lossAt = call;
      return world;
    };
  }

  /** An executed directory that is empty is given up, never tried again. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void convergesWhenEtcdDiesBeforeItWrites(StepScenario scenario) {
    int moments = count(scenario);
    for (int at = 0; at < moments; at++) {
      converges(
          scenario,
          Set.of(at),
          Return.REBOOT,
          world -> {
            world.host.bearNext();
            return world;
          });
    }
  }

  /** etcd itself promotes what trails by a tenth of the log. */
  @ParameterizedTest
  @MethodSource("scenarios")
  @Guards("JOIN/CATCH_UP")
  void aLearnerThatFellBehindSinceItCaughtUpIsNotPromotedYet(StepScenario scenario) {
    Ending ending =
        scenario.live(
            new Fuse(Set.of()),
            Return.AGENT_ALONE,
            world -> {
              world.cluster.writes(WRITTEN);
              world.etcd.surging = true;
              return world;
            });

    assertThat(ends(ending)).isTrue();
    assertThat(ending.world().etcd.promotedBehind).isLessThanOrEqualTo(StepWorld.LAG_LIMIT);
  }

  @Test
  void everyStepThatExistsIsListed() {
    Set<String> listed = new TreeSet<>();
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      Stream.of(StepCatalog.steps(kind), StepCatalog.undo(kind))
          .flatMap(List::stream)
          .forEach(step -> listed.add(step.step().getClass().getName()));
    }
    assertThat(new HashSet<>(StepClasses.all()))
        .as("a Step that StepCatalog does not list is never tried by a crash")
        .isEqualTo(listed);
  }

  private static int count(StepScenario scenario) {
    return MOMENTS.getOrDefault(scenario, List.of()).size();
  }

  private static void converges(
      StepScenario scenario, Set<Integer> crashes, Return back, UnaryOperator<StepWorld> twist) {
    check(scenario, new Fuse(crashes), "crash at " + crashes, back, twist);
  }

  private static void check(
      StepScenario scenario, Fuse fuse, String how, Return back, UnaryOperator<StepWorld> twist) {
    String story = scenario + ", " + how + ", " + back;
    try {
      Ending ending = scenario.live(fuse, back, twist);
      assertThat(ends(ending)).as("%s: %s, %s", story, ending.outcome(), ending.world()).isTrue();
    } catch (AssertionError | IllegalStateException e) {
      throw new AssertionError(story + ": " + e.getMessage() + "\nmoments " + fuse.moments(), e);
    }
  }

  private static boolean ends(Ending ending) {
    var outcome = ending.outcome().orElseThrow();
    StepWorld world = ending.world();
    return switch (outcome.kind()) {
      case REMOVE_MEMBER -> world.serves();
      case SET_PEER_URL ->
          world.serves()
              && (outcome.result() != Outcome.Result.DONE
                  || world.cluster.lists(StepWorld.endpoints(2).peerUrl()));
      case RESTART_MEMBER ->
          world.serves()
              && RestartStory.tellsWhatRuns(world)
              && switch (outcome.result()) {
                case DONE -> RestartStory.taken(world);
                case FAILED, CANCELLED -> true;
                case REFUSED -> false;
              };
      case LEAVE ->
          switch (outcome.result()) {
            case DONE -> world.clean() && world.remembered().orElseThrow().member().isEmpty();
            case FAILED, CANCELLED -> world.serves();
            case REFUSED -> false;
          };
      case JOIN ->
          switch (outcome.result()) {
            case DONE -> world.serves();
            case FAILED, CANCELLED -> world.clean() || world.untouched();
            case REFUSED -> false;
          };
      default -> throw new IllegalStateException(outcome.kind() + " has no steps");
    };
  }
}
