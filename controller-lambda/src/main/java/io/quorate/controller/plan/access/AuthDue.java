package io.quorate.controller.plan.access;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.model.InstanceId;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.StartSettings;
import io.quorate.state.AuthWork;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProcessState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is due for the access control that the spec asks for:
 *
 * <ol>
 *   <li>the section, or an agent's name, is another than what was applied last: it is applied; also
 *       in a new generation;
 *   <li>etcd's revision of users and roles has grown by no work of Quorate's, or an hour has
 *       passed, or ten minutes while users wait for a password: somebody looks, and changes it back
 *       where the spec says {@code enforce}.
 * </ol>
 *
 * <p>It is switched on only while every voter runs with client certificates required, and every
 * agent's name is known.
 */
public final class AuthDue {
  private static final Duration LOOKS = Duration.ofHours(1);
  private static final Duration WHILE_USERS_WAIT = Duration.ofMinutes(10);

  private AuthDue() {}

  /**
   * What an agent is told.
   *
   * @param change whether it may change etcd's users and roles
   */
  public record Due(AuthSettings auth, boolean change, Reason reason) {}

  /** What is due now; empty where nothing is, or it waits. */
  public static Optional<Due> of(ClusterState clusterState) {
    return clusterState
        .view()
        .spec()
        .auth()
        .filter(auth -> clusterState.view().lineage().state() == Lineage.State.COMMITTED)
        .filter(auth -> inTheWay(clusterState, auth).isEmpty())
        .flatMap(auth -> due(clusterState, auth));
  }

  /** What an operator's request makes due. */
  public static Optional<Due> asked(ClusterState clusterState, Reason reason) {
    return clusterState
        .view()
        .spec()
        .auth()
        .filter(auth -> inTheWay(clusterState, auth).isEmpty())
        .map(auth -> new Due(auth, auth.enforce() || !applied(clusterState, auth), reason));
  }

  private static Optional<Due> due(ClusterState clusterState, AuthSettings auth) {
    if (!applied(clusterState, auth)) {
      return Optional.of(
          new Due(
              auth,
              true,
              Reason.of("AUTH_CHANGED", "the spec's access control is not applied yet")));
    }
    return why(clusterState).map(reason -> new Due(auth, auth.enforce(), reason));
  }

  private static Optional<Reason> why(ClusterState clusterState) {
    Optional<AuthWork.Seen> seen = clusterState.status().tasks().auth().seen();
    if (seen.isEmpty()) {
      return Optional.of(Reason.of("AUTH_NEVER_SEEN", "nobody has looked at access control yet"));
    }
    long newest = revision(clusterState);
    if (newest > seen.get().revision()) {
      return Optional.of(
          Reason.of("AUTH_CHANGED_BY_HAND", "users or roles were changed by hand")
              .and("revision", newest)
              .and("known", seen.get().revision()));
    }
    Duration rests = seen.get().waiting().isEmpty() ? LOOKS : WHILE_USERS_WAIT;
    return clusterState.view().observedAt().isBefore(seen.get().at().plus(rests))
        ? Optional.empty()
        : Optional.of(Reason.of("AUTH_DUE", "it was last looked at at " + seen.get().at()));
  }

  private static long revision(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .mapToLong(node -> node.heartbeat().report().authRevision())
        .max()
        .orElse(0);
  }

  /** Whether the section was applied, in this generation and for these agents. */
  public static boolean applied(ClusterState clusterState, AuthSettings auth) {
    return clusterState
        .status()
        .tasks()
        .auth()
        .applied()
        .filter(digest(clusterState, auth)::equals)
        .isPresent();
  }

  /** Tells one state of the section, and of the agents' names, from another. */
  public static String digest(ClusterState clusterState, AuthSettings auth) {
    return auth.digest(AgentIdentities.names(clusterState));
  }

  /** Why it cannot be switched on yet; empty where it can, or is not asked for. */
  public static Optional<String> inTheWay(ClusterState clusterState, AuthSettings auth) {
    return auth.enabled()
        ? AgentIdentities.unknown(clusterState).or(() -> certificates(clusterState))
        : Optional.empty();
  }

  /**
   * One that is closed to clients began so by a spec with access control, and was started by no
   * other since: with older settings, and client certificates required.
   */
  private static boolean closed(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(node -> node.heartbeat().report().closed())
        .isPresent();
  }

  /**
   * One that is proven dead, and whose etcd does not run, lets in nobody; while the others are
   * closed to clients it cannot be removed, for they do not reach one another's client URL.
   */
  private static boolean neverRuns(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .deaths()
        .of(voter)
        .filter(
            death ->
                switch (death) {
                  case DeathProof.InstanceTerminated terminated -> true;
                  case DeathProof.DataUnusable unusable ->
                      stopped(clusterState, unusable.instance());
                  case DeathProof.Forgotten forgotten ->
                      stopped(clusterState, forgotten.instance());
                })
        .isPresent();
  }

  private static boolean stopped(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .filter(node -> node.heartbeat().process() == ProcessState.STOPPED)
        .isPresent();
  }

  /** A voter that asks for no certificate lets in whoever comes, and its agent has no name. */
  private static Optional<String> certificates(ClusterState clusterState) {
    String settings = StartSettings.of(clusterState.view().spec());
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    if (voters.isEmpty()) {
      return Optional.of("the voters are not known");
    }
    List<String> others =
        voters.stream()
            .filter(
                voter ->
                    clusterState
                        .members()
                        .holderOf(voter)
                        .flatMap(node -> node.heartbeat().runs().settings())
                        .filter(settings::equals)
                        .isEmpty())
            .filter(voter -> !closed(clusterState, voter) && !neverRuns(clusterState, voter))
            .map(
                voter ->
                    clusterState
                        .members()
                        .holderOf(voter)
                        .map(node -> node.heartbeat().instance().value())
                        .orElse(voter.id().toString()))
            .sorted()
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not every voter runs with the spec's settings, client certificates required: "
                + String.join(", ", others));
  }
}
