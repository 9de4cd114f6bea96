package io.quorate.agent.steps.join;

import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether an etcd that joins now would take the learner's id (I11). etcd asks its peers for the
 * member list, one after the other, and takes its own id from the first that answers: the one that
 * is listed at its peer URL. A peer that lags may still list a former member there, and the empty
 * directory would then run under an id that voted. So each peer that answers must list the learner
 * and nobody else at the URL. One that takes itself for a learner tells its peers, but not clients,
 * what it lists: it lags behind its own promotion, and is waited for. One that does not answer is
 * no peer to ask.
 */
final class AppliedMemberLists {
  private final EtcdApi etcd;
  private final String peerUrl;

  AppliedMemberLists(StepContext context) {
    this.etcd = context.etcd();
    this.peerUrl = context.self().endpoints().peerUrl();
  }

  /** Why not yet, if so: the first peer that lists something else. */
  Optional<String> doubt(EtcdClusterId cluster, MemberId learner, ListedMembers listing) {
    List<String> peers = StartLearner.contactsOf(listing, learner);
    Map<String, Reply<ListedMembers>> replies = new TreeMap<>(etcd.appliedLists(peers));
    return replies.entrySet().stream()
        .flatMap(reply -> doubt(reply.getKey(), reply.getValue(), cluster, learner).stream())
        .findFirst();
  }

  private Optional<String> doubt(
      String url, Reply<ListedMembers> reply, EtcdClusterId cluster, MemberId learner) {
    return switch (reply) {
      case Reply.Answered<ListedMembers> answered ->
          Optional.of(answered.value())
              .filter(list -> !lists(list, cluster, learner))
              .map(list -> words(url, list, learner));
      case Reply.Refused<ListedMembers> refused ->
          Optional.of(refused)
              .filter(no -> no.why() == Refusal.IS_LEARNER)
              .map(
                  no ->
                      url + " does not know yet that it votes, nor perhaps the learner " + learner);
      case Reply.Unknown<ListedMembers> unknown -> Optional.empty();
    };
  }

  private boolean lists(ListedMembers list, EtcdClusterId cluster, MemberId learner) {
    return list.clusterId().equals(cluster) && here(list).equals(List.of(learner));
  }

  private List<MemberId> here(ListedMembers list) {
    return list.entries().stream()
        .filter(entry -> entry.peerUrls().contains(peerUrl))
        .map(MemberEntry::id)
        .toList();
  }

  private String words(String url, ListedMembers list, MemberId learner) {
    return "%s lists %s of cluster %s at %s, not the learner %s yet"
        .formatted(url, here(list), list.clusterId(), peerUrl, learner);
  }
}
