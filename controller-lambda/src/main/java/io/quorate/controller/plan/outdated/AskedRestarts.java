package io.quorate.controller.plan.outdated;

import io.quorate.command.RestartMember;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Restarts that operators ask for. A request is taken up with each voter that it means, and how
 * often its etcd had been started until then ({@link Before}): a voter is done once its etcd was
 * started more often, for whatever reason, and so is one that left, though its node joined anew.
 */
public final class AskedRestarts {
  private AskedRestarts() {}

  /** How a request goes on. */
  public record Answer(
      Request request, Request.State state, String words, Map<String, String> result) {}

  /** The first request that is to be taken up, or is over. */
  public static Optional<Answer> answer(ClusterState clusterState) {
    return requests(clusterState).stream()
        .flatMap(
            request ->
                (request.state() == Request.State.OPEN
                        ? begun(clusterState, request)
                        : ended(clusterState, request))
                    .stream())
        .findFirst();
  }

  /** What a request keeps of a voter: {@code MEMBER/STARTS}. */
  private record Before(String member, long starts) {
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,16})/([0-9]{1,18})");

    /** Empty where nobody kept it, or somebody else wrote the request. */
    static Optional<Before> of(Request request, ObservedNode node) {
      return Optional.ofNullable(request.result().get(name(node)))
          .map(FORM::matcher)
          .filter(Matcher::matches)
          .map(kept -> new Before(kept.group(1), Long.parseLong(kept.group(2))));
    }

    static String kept(ObservedNode node) {
      return member(node) + "/" + node.heartbeat().runs().starts();
    }

    boolean stillTrueOf(ObservedNode node) {
      return member.equals(member(node)) && node.heartbeat().runs().starts() <= starts;
    }

    private static String member(ObservedNode node) {
      return node.heartbeat().identity().map(held -> held.memberId().toString()).orElse("");
    }
  }

  /** How often a voter's etcd had been started when its restart was asked for; empty once it is. */
  static Optional<Long> pending(ClusterState clusterState, ObservedNode node) {
    return requests(clusterState).stream()
        .flatMap(request -> pending(request, node).stream())
        .findFirst();
  }

  private static Optional<Long> pending(Request request, ObservedNode node) {
    return Before.of(request, node).filter(before -> before.stillTrueOf(node)).map(Before::starts);
  }

  private static List<Request> requests(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.kind() == RequestKind.RESTART_MEMBERS)
        .filter(request -> !request.state().closed())
        .toList();
  }

  private static Optional<Answer> begun(ClusterState clusterState, Request request) {
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    if (voters.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> named = Optional.ofNullable(request.arguments().get(Request.INSTANCE));
    List<ObservedNode> holders =
        voters.stream().flatMap(voter -> clusterState.members().holderOf(voter).stream()).toList();
    List<ObservedNode> meant =
        holders.stream().filter(node -> named.map(name(node)::equals).orElse(true)).toList();
    return Optional.of(
        refused(voters, holders, meant, named)
            .map(why -> new Answer(request, Request.State.REFUSED, why, Map.of()))
            .orElseGet(() -> takenUp(request, meant)));
  }

  private static Optional<String> refused(
      List<MemberEntry> voters,
      List<ObservedNode> holders,
      List<ObservedNode> meant,
      Optional<String> named) {
    if (meant.isEmpty()) {
      return Optional.of(
          named.map(one -> one + " holds no voter; ").orElse("")
              + "expected one of "
              + holders.stream()
                  .map(AskedRestarts::name)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    if (RestartDue.tooFew(voters)) {
      return Optional.of(
          "of "
              + voters.size()
              + " voters none may stop. Restart etcd there at a time that suits (systemctl restart"
              + " quorate-agent), or raise the group's desired capacity to 3");
    }
    return meant.stream()
        .filter(node -> !node.heartbeat().report().kinds().contains(RestartMember.ANEW_ABILITY))
        .findFirst()
        .map(node -> "the agent on " + name(node) + " does not know how to: upgrade it");
  }

  private static Answer takenUp(Request request, List<ObservedNode> meant) {
    Map<String, String> starts = new TreeMap<>();
    meant.forEach(node -> starts.put(name(node), Before.kept(node)));
    return new Answer(
        request,
        Request.State.TAKEN_UP,
        "restarts " + String.join(", ", starts.keySet()) + ", one after the other",
        starts);
  }

  private static Optional<Answer> ended(ClusterState clusterState, Request request) {
    Optional<String> halted =
        RestartDue.halted(clusterState).map(halt -> RollOuts.words(halt) + ": " + halt.because());
    boolean more =
        clusterState.members().list().map(Membership::voters).orElse(List.of()).stream()
            .flatMap(voter -> clusterState.members().holderOf(voter).stream())
            .anyMatch(node -> pending(request, node).isPresent());
    if (halted.isPresent()) {
      return halted.map(why -> new Answer(request, Request.State.FAILED, why, request.result()));
    }
    return more || clusterState.members().list().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Answer(
                request,
                Request.State.DONE,
                "restarted: " + String.join(", ", new TreeMap<>(request.result()).keySet()),
                request.result()));
  }

  private static String name(ObservedNode node) {
    return node.heartbeat().instance().value();
  }
}
