package io.quorate.agent.steps.join;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.JoinCluster;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts etcd as the learner; on an empty directory once only. */
final class StartLearner implements Step {
  @Override
  public StepResult go(StepContext context) {
    if (context.journal().member().isEmpty()) {
      Optional<String> refused = refused(context);
      if (refused.isPresent()) {
        return new StepResult.Fail(refused.get());
      }
      return takeIdentity(context);
    }
    Optional<DataVerdict> verdict = context.journal().verdict();
    if (verdict.isPresent()) {
      return new StepResult.Fail(verdict.get().state() + ": " + verdict.get().detail());
    }
    JournalMember member = context.journal().member().get();
    boolean answers =
        context
            .etcd()
            .status(context.self().endpoints().clientUrl())
            .answer()
            .filter(s -> s.memberId().equals(member.identity().memberId()))
            .isPresent();
    if (answers) {
      return new StepResult.Done();
    }
    DataDisk.View view = context.disk().inspect(member.directory());
    Optional<StepResult> another = another(member.identity().memberId(), view);
    if (another.isPresent()) {
      return another.get();
    }
    if (!context.control().stopped()) {
      return new StepResult.Wait("etcd is starting");
    }
    return start(context, member, view);
  }

  /** A release that the command names is chosen already; it has to be here. */
  private static Optional<String> refused(StepContext context) {
    Optional<EtcdVersion> release = ContactSearch.join(context).release();
    return release.isEmpty()
        ? context.refused()
        : release
            .filter(named -> !context.control().releases().contains(named))
            .map(named -> "etcd " + named + " is not on this node")
            .or(() -> context.control().refused(Optional.empty()));
  }

  /** A peer that did not answer the agent may yet have answered etcd, with an old list. */
  private static Optional<StepResult> another(MemberId learner, DataDisk.View view) {
    return view instanceof DataDisk.View.Holds holds && !holds.memberId().equals(learner)
        ? Optional.of(
            new StepResult.Fail(
                "etcd took the id " + holds.memberId() + ", not that of the learner " + learner))
        : Optional.empty();
  }

  private StepResult start(StepContext context, JournalMember member, DataDisk.View view) {
    boolean empty = view instanceof DataDisk.View.Empty;
    if (empty && member.started()) {
      return new StepResult.Fail(
          "directory "
              + member.directory()
              + " is empty though etcd was executed on it: a fresh learner is needed");
    }
    if (empty) {
      Optional<StepResult> doubt = doubt(context, member.identity());
      if (doubt.isPresent()) {
        return doubt.get();
      }
      context.journalStore().change(edit -> edit.memberKnown(member.markStarted()));
      context
          .control()
          .runFirst(LaunchFactory.existing(context.self(), member, context.settings()));
      return new StepResult.Wait("etcd is starting");
    }
    if (view instanceof DataDisk.View.Holds) {
      context.control().run(LaunchFactory.existing(context.self(), member, context.settings()));
      return new StepResult.Wait("etcd is starting");
    }
    return new StepResult.Fail("directory " + member.directory() + ": " + view);
  }

  /** The journal may have been set back together with the disk: the cluster knows (I11). */
  private static Optional<StepResult> doubt(StepContext context, MemberIdentity identity) {
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return Optional.of(ContactSearch.none(context));
    }
    MemberId id = identity.memberId();
    ListedMembers listing = contact.get().listing();
    Optional<MemberEntry> entry = listing.member(id);
    if (entry.filter(e -> e.learner() && !e.started()).isEmpty()) {
      return Optional.of(
          new StepResult.Fail(
              "member "
                  + id
                  + entry.map(e -> " was started before").orElse(" was removed by somebody else")
                  + ", and its directory is empty"));
    }
    return new AppliedMemberLists(context)
        .doubt(identity.clusterId(), id, listing)
        .map(StepResult.Wait::new);
  }

  private StepResult takeIdentity(StepContext context) {
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return ContactSearch.none(context);
    }
    JoinCluster join = ContactSearch.join(context);
    MemberId id = MemberId.parse(context.progress().datum(AddLearner.LEARNER).orElseThrow());
    String nonce = context.progress().datum(PrepareDirectory.NONCE).orElseThrow();
    ListedMembers listing = contact.get().listing();
    if (listing.member(id).isEmpty()) {
      return new StepResult.Fail("learner " + id + " was removed by somebody else");
    }
    MemberIdentity identity =
        new MemberIdentity(
            join.header().uid(), join.header().generation(), join.clusterId(), id, nonce);
    JournalMember member =
        new JournalMember(
            identity,
            context.disk().name(identity.generation(), nonce),
            join.clusterToken(),
            initialCluster(context, id, listing),
            0,
            false,
            Watermark.NONE,
            contactsOf(listing, id));
    context
        .journalStore()
        .change(
            edit -> {
              edit.memberCreated(member);
              return join.release().map(edit::nextRelease).orElse(edit);
            });
    return new StepResult.Look("took identity " + id);
  }

  /** Every listed member: etcd refuses to join unless it is told of as many as are listed. */
  private static String initialCluster(StepContext context, MemberId self, ListedMembers listing) {
    return listing.entries().stream()
        .sorted(Comparator.comparing(MemberEntry::id))
        .flatMap(e -> e.peerUrls().stream().map(url -> name(context, self, e) + "=" + url))
        .collect(Collectors.joining(","));
  }

  private static String name(StepContext context, MemberId self, MemberEntry entry) {
    if (entry.id().equals(self)) {
      return context.self().instance().value();
    }
    return entry.started() ? entry.name() : "unstarted-" + entry.id();
  }

  static List<String> contactsOf(ListedMembers listing, MemberId self) {
    return listing.members().stream()
        .filter(member -> !member.entry().id().equals(self))
        .flatMap(member -> member.clientUrls().stream())
        .toList();
  }

  @Override
  public About about() {
    return new About(
        "each peer that answers lists the learner at the own URL; the own etcd answers under its id",
        "executes etcd with state existing",
        "the identity, then that it was executed, both before exec",
        "never executed: it is executed then",
        "a living etcd is adopted; an empty directory it may have used is given up for a new learner",
        "the next step begins",
        "a learner does not vote");
  }
}
