package io.quorate.controller.plan;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Heartbeat;
import io.quorate.state.ReportedRestarts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells the journal of each restart of an agent or an etcd that the heartbeats count.
 *
 * <ol>
 *   <li>A row counts the starts of its agent on its disk, and those of etcd for its member.
 *   <li>The status says up to which start the journal has told. Both are written in one
 *       transaction, so that no restart is lost or told twice.
 *   <li>A node without a restart needs no such memory: the first starts are none.
 *   <li>Of one node and kind at most one entry a minute is written; it counts what came since.
 * </ol>
 *
 * @param told up to which start the journal tells, with the events
 * @param events the entries to be written
 */
record RestartEvents(Map<InstanceId, ReportedRestarts> told, List<Reason> events) {
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** A transaction holds 100 writes: what is left waits for the next turn. */
  static final int MOST_EVENTS = 40;

  private static final ReportedRestarts NOTHING =
      new ReportedRestarts(new AgentIncarnation("", 1, ""), Instant.EPOCH, "", 0, Instant.EPOCH);

  /** Compares the rows with what was told; a terminated instance is reported a last time. */
  static RestartEvents seen(ClusterState clusterState) {
    Map<InstanceId, ReportedRestarts> told = new HashMap<>(clusterState.status().restarts());
    List<Reason> events = new ArrayList<>();
    for (ObservedNode node : clusterState.nodes()) {
      InstanceId instance = node.heartbeat().instance();
      if (events.size() < MOST_EVENTS && !clusterState.view().status().terminated(instance)) {
        look(clusterState, node.heartbeat(), told, events);
      }
    }
    told.keySet().removeIf(clusterState.status()::terminated);
    return new RestartEvents(told, events);
  }

  private static void look(
      ClusterState clusterState,
      Heartbeat row,
      Map<InstanceId, ReportedRestarts> told,
      List<Reason> events) {
    Optional<ReportedRestarts> before = Optional.ofNullable(told.get(row.instance()));
    Instant now = clusterState.view().observedAt();
    ReportedRestarts next = before.orElse(NOTHING);
    long agent = agentRestarts(before, row);
    if (agent > 0 && due(clusterState, row, next.agentAt())) {
      events.add(agentRestarted(row, agent));
      next =
          new ReportedRestarts(
              row.boot(), now, next.directoryNonce(), next.etcdStarts(), next.etcdAt());
    }
    long etcd = etcdRestarts(next, row);
    if (etcd > 0 && due(clusterState, row, next.etcdAt())) {
      events.add(etcdRestarted(row, etcd));
      next =
          new ReportedRestarts(
              next.boot(), next.agentAt(), directory(row), row.runs().starts(), now);
    }
    if (!next.equals(before.orElse(NOTHING))) {
      told.put(row.instance(), next);
    }
  }

  /** A clock that was ahead holds nothing back. */
  private static boolean due(ClusterState clusterState, Heartbeat row, Instant last) {
    Instant now = clusterState.view().observedAt();
    return last.isAfter(now)
        || last.isBefore(now.minus(PAUSE))
        || clusterState.health().gone(row.instance());
  }

  private static long agentRestarts(Optional<ReportedRestarts> before, Heartbeat row) {
    AgentIncarnation told = before.orElse(NOTHING).boot();
    AgentIncarnation boot = row.boot();
    if (boot.nonce().equals(told.nonce())) {
      return 0;
    }
    if (told.nonce().isEmpty()) {
      return boot.count() - 1;
    }
    boolean sameDisk = told.diskId().equals(boot.diskId());
    return sameDisk ? Math.max(1, boot.count() - told.count()) : boot.count();
  }

  private static long etcdRestarts(ReportedRestarts told, Heartbeat row) {
    long counted = told.directoryNonce().equals(directory(row)) ? told.etcdStarts() : 1;
    return row.runs().starts() - counted;
  }

  private static String directory(Heartbeat row) {
    return row.identity().map(identity -> identity.directoryNonce()).orElse("");
  }

  private static Reason agentRestarted(Heartbeat row, long times) {
    return event(
            "AGENT_RESTARTED",
            row,
            times,
            "agent of "
                + row.instance()
                + " was started again"
                + times(times)
                + ": the agent before was killed, stopped or failed, or its machine restarted; etcd"
                + " is "
                + row.process()
                + " by now")
        .and("boot", row.boot().count());
  }

  private static Reason etcdRestarted(Heartbeat row, long times) {
    String member =
        row.identity().map(identity -> " (member " + identity.memberId() + ")").orElse("");
    String why =
        row.lastExit()
            .map(exit -> "it last exited with " + exit)
            .orElse("it ended while no agent watched it, so that nobody knows how");
    return event(
            "ETCD_RESTARTED",
            row,
            times,
            "etcd of " + row.instance() + member + " was started again" + times(times) + ": " + why)
        .and("starts", row.runs().starts())
        .and("directoryNonce", directory(row))
        .and("lastExit", row.lastExit().orElse("unknown"));
  }

  private static Reason event(String code, Heartbeat row, long times, String message) {
    return Reason.of(code, message)
        .and("instance", row.instance())
        .and("restarts", times)
        .and("process", row.process())
        .and("heartbeatAt", row.at());
  }

  private static String times(long times) {
    return times == 1 ? "" : " " + times + " times since this was last told";
  }
}
