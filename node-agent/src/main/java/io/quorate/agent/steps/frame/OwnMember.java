package io.quorate.agent.steps.frame;

import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.command.LeaveCluster;
import io.quorate.command.RestartMember;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The member that leaves or restarts, as its own etcd or another voter lists it. */
public final class OwnMember {
  private OwnMember() {}

  private record Told(EtcdClusterId clusterId, MemberId member, List<String> contacts) {}

  private static Told told(StepContext context) {
    return switch (context.progress().command()) {
      case LeaveCluster leave -> new Told(leave.clusterId(), leave.member(), leave.contacts());
      case RestartMember restart ->
          new Told(restart.clusterId(), restart.member(), restart.contacts());
      default ->
          throw new IllegalStateException(
              "step of a leave or a restart under " + context.progress().command());
    };
  }

  /** The member that the command names. */
  public static MemberId id(StepContext context) {
    return told(context).member();
  }

  /** Whether this disk holds the member. */
  static boolean held(StepContext context) {
    return journalled(context).isPresent();
  }

  /** What the journal knows of it. */
  public static Optional<JournalMember> journalled(StepContext context) {
    MemberId id = id(context);
    return context.journal().member().filter(member -> member.identity().memberId().equals(id));
  }

  /** The own etcd where it answers with a quorum, else another voter. */
  public static Optional<Found> anywhere(StepContext context) {
    String own = context.self().endpoints().clientUrl();
    Optional<ListedMembers> listing =
        context
            .etcd()
            .list(own)
            .answer()
            .filter(list -> list.clusterId().equals(told(context).clusterId()));
    return listing.map(list -> new Found(own, list)).or(() -> elsewhere(context));
  }

  /** Another voter that answers with a quorum. */
  public static Optional<Found> elsewhere(StepContext context) {
    Told told = told(context);
    Set<String> contacts = new LinkedHashSet<>(told.contacts());
    journalled(context).ifPresent(member -> contacts.addAll(member.contacts()));
    return ContactSearch.first(context, new ArrayList<>(contacts), told.clusterId());
  }

  /** Whether a contact lists it. */
  public static boolean listedBy(Found found, StepContext context) {
    return found.listing().member(id(context)).isPresent();
  }

  /** The voters besides that one. */
  public static List<ListedMembers.Listed> others(Found found, StepContext context) {
    MemberId id = id(context);
    return found.listing().members().stream()
        .filter(member -> !member.entry().learner() && !member.entry().id().equals(id))
        .toList();
  }

  /** Nobody answers with a quorum: the step is tried again. */
  public static StepResult nobody() {
    return new StepResult.Wait("neither the own etcd nor another voter answers with a quorum");
  }
}
