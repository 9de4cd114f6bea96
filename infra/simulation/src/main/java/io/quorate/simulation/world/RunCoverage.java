package io.quorate.simulation.world;

import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.plan.PlanTrace;
import io.quorate.controller.plan.RuleEvaluation;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import io.quorate.simulation.faults.FaultKind;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a run, or many, came by. */
public final class RunCoverage {
  private final Map<String, Long> rules = new TreeMap<>();
  private final Map<String, Long> steps = new TreeMap<>();
  private final Map<String, Long> faults = new TreeMap<>();
  private final Set<Integer> states = new HashSet<>();
  private final Set<String> fromSnapshots = new HashSet<>();
  private final Set<String> throughFences = new HashSet<>();
  private final Set<String> hibernations = new HashSet<>();
  private final Set<String> wakings = new HashSet<>();
  private long turns;
  private long decisions;

  /** A plan was made. */
  void planned(ClusterView view, PlanTrace trace) {
    turns++;
    Decision decision = trace.plan().decision();
    if (!(decision instanceof NoOp)) {
      decisions++;
    }
    trace.evaluations().stream()
        .filter(RuleEvaluation.Applies.class::isInstance)
        .forEach(rule -> count(rules, rule.rule() + " in " + view.status().phase()));
    states.add(AbstractState.of(view, trace));
    view.records().recovery().ifPresent(recovery -> recovery(view.cluster(), recovery));
  }

  /** A recovery was seen: once it serves, it counts by what its generation was restored from. */
  void recovery(ClusterName cluster, Recovery seen) {
    String id = cluster + " " + seen.id();
    if (seen.state() == Recovery.State.HIBERNATED) {
      hibernations.add(id);
    }
    if (seen.hibernates() && seen.state() == Recovery.State.ENDED) {
      wakings.add(id);
    }
    if (seen.state() == Recovery.State.SERVING) {
      boolean fenced =
          seen.source().flatMap(source -> seen.salvagedOn(source.snapshot())).isPresent();
      (fenced ? throughFences : fromSnapshots).add(id);
    }
  }

  /** An agent was at this step of an instruction; or crashed there. */
  public void step(String what) {
    count(steps, what);
  }

  /** A fault befell somebody. */
  public void fault(FaultKind kind) {
    count(faults, kind.name());
  }

  /** How often each fault befell somebody. */
  public Map<String, Long> faults() {
    return faults;
  }

  private static void count(Map<String, Long> counts, String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** How often each rule applied, by phase. */
  public Map<String, Long> rules() {
    return rules;
  }

  /** How often each step went, and how often an agent crashed in it. */
  public Map<String, Long> steps() {
    return steps;
  }

  /** Plans made. */
  public long turns() {
    return turns;
  }

  /** Plans that changed something. */
  public long decisions() {
    return decisions;
  }

  /** Distinct abstract states of a cluster that a plan was made for. */
  public Set<Integer> states() {
    return states;
  }

  /** How many recoveries came to serve from a snapshot that was there before. */
  public long fromSnapshots() {
    return fromSnapshots.size();
  }

  /** How many clusters came to rest, for their group wanted no instance. */
  public long hibernations() {
    return hibernations.size();
  }

  /** How many of those, or of those that were to, serve again with all their data. */
  public long wakings() {
    return wakings.size();
  }

  /** How many recoveries came to serve from the directory of a fenced node. */
  public long throughFences() {
    return throughFences.size();
  }
}
