package io.quorate.controller.plan.rollout;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.outdated.AskedRestarts;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.outdated.RestartDue.Due;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has one member restart its etcd, whose settings or release are not what the spec asks for, or
 * whose restart an operator asks for. {@link RestartDue} tells which, and what has to hold;
 * requests are taken up and answered as {@link AskedRestarts} tells.
 */
public final class RestartOutdatedMember implements Rule {
  /** A member with older settings keeps serving, and delays no other change. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "RESTART_OUTDATED_MEMBER";
  }

  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return !(plan.decision() instanceof AnswerRequest);
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return AskedRestarts.answer(clusterState)
        .map(answer -> answer(clusterState, answer))
        .or(() -> due(clusterState));
  }

  private static Plan answer(ClusterState clusterState, AskedRestarts.Answer answer) {
    return new Plan(
        AnswerRequest.plain(
            Reason.of("REQUEST_" + answer.state(), answer.words()),
            answer.request(),
            answer.state(),
            answer.words(),
            answer.result()),
        clusterState.status(),
        Map.of());
  }

  private static Optional<Plan> due(ClusterState clusterState) {
    return RestartDue.of(clusterState)
        .map(
            due ->
                switch (due) {
                  case Due.Now now ->
                      now.release()
                          .flatMap(release -> BeforeUpgrade.ofRelease(clusterState))
                          .map(why -> waits(clusterState, new Due.Waits(List.of(now.node()), why)))
                          .orElseGet(() -> restart(clusterState, now));
                  case Due.Waits waits -> waits(clusterState, waits);
                });
  }

  private static Plan restart(ClusterState clusterState, Due.Now now) {
    var row = now.node().heartbeat();
    Reason reason =
        now.release()
            .map(release -> release(now, release))
            .orElseGet(() -> now.otherSettings() ? settings(now) : asked(now))
            .and("member", now.member())
            .and("instance", row.instance());
    return RestartMemberPolicy.start(clusterState, now, reason);
  }

  private static Reason release(Due.Now now, EtcdVersion release) {
    var row = now.node().heartbeat();
    return Reason.of(
            "RELEASE_OUTDATED",
            row.instance()
                + " runs etcd "
                + row.status().map(MemberStatus::version).orElse("of an unknown release")
                + ", the spec asks for "
                + release
                + ": it restarts, all others serve")
        .and("release", release);
  }

  private static Reason settings(Due.Now now) {
    var row = now.node().heartbeat();
    return Reason.of(
        "SETTINGS_OUTDATED",
        row.instance()
            + " runs etcd with settings "
            + row.runs().settings().orElse("of its own")
            + ", the spec asks for "
            + now.settings()
            + ": it restarts, all others serve");
  }

  private static Reason asked(Due.Now now) {
    return Reason.of(
        "RESTART_ASKED",
        "an operator asks to restart etcd on "
            + now.node().heartbeat().instance()
            + ": it restarts, all others serve");
  }

  private static Plan waits(ClusterState clusterState, Due.Waits waits) {
    return PlanChoice.rest(
        clusterState,
        Reason.of(
            "RESTART_WAITS",
            waits.outdated().size()
                + " members are to restart (other settings, another release, or a request), and none does"
                + " yet: "
                + waits.why()));
  }
}
