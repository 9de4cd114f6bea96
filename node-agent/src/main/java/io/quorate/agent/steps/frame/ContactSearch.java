package io.quorate.agent.steps.frame;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.command.JoinCluster;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;

/** Finds a member that answers for the right cluster, and stays with that one endpoint. */
public final class ContactSearch {
  private ContactSearch() {}

  /** A contact and the member list it answered, after a linearizable read on it. */
  public record Found(String endpoint, ListedMembers listing) {}

  /** The join that the step belongs to. */
  public static JoinCluster join(StepContext context) {
    if (context.progress().command() instanceof JoinCluster join) {
      return join;
    }
    throw new IllegalStateException("step of a join under " + context.progress().command());
  }

  /** A contact of the join that answers with a quorum; empty while none does. */
  public static Optional<Found> of(StepContext context) {
    JoinCluster join = join(context);
    return first(context, join.contacts(), join.clusterId());
  }

  static Optional<Found> first(
      StepContext context, List<String> endpoints, EtcdClusterId clusterId) {
    for (String endpoint : endpoints) {
      if (endpoint.equals(context.self().endpoints().clientUrl())) {
        continue;
      }
      Reply<ListedMembers> reply = context.etcd().list(endpoint);
      if (reply.answer().filter(l -> l.clusterId().equals(clusterId)).isPresent()) {
        return Optional.of(new Found(endpoint, reply.answer().get()));
      }
    }
    return Optional.empty();
  }

  /**
   * The leader, as the contact knows it, or the contact itself where the leader does not answer.
   *
   * <p>etcd hands a promotion that a follower is asked for to the leader without the caller's
   * certificate. Where access control is on the leader refuses it, and the call times out.
   */
  public static Found leaderOr(StepContext context, Found contact) {
    Optional<MemberId> leader =
        context.etcd().status(contact.endpoint()).answer().flatMap(MemberStatus::leader);
    if (leader.isEmpty() || leader.get().equals(contact.listing().answeredBy())) {
      return contact;
    }
    List<String> endpoints =
        contact.listing().members().stream()
            .filter(member -> member.entry().id().equals(leader.get()))
            .flatMap(member -> member.clientUrls().stream())
            .toList();
    return first(context, endpoints, join(context).clusterId())
        .filter(found -> found.listing().answeredBy().equals(leader.get()))
        .orElse(contact);
  }

  /** Nobody answers: the step is tried again. */
  public static StepResult none(StepContext context) {
    return new StepResult.Wait(
        "no contact of " + join(context).contacts() + " answers with a quorum");
  }
}
