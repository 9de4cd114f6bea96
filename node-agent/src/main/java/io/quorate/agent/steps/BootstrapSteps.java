package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.BootstrapRight;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.model.EtcdIds;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bootstraps the own member when the lineage record lists this instance among the first voters:
 * prepare an empty directory, journal the use of the right together with the identity, then execute
 * {@code new}, in this same call and never again. Any doubt afterwards is answered by replacing the
 * member. Where the spec asks for access control, the right is journalled as closed to clients:
 * whoever came before it is on could give himself rights that stay.
 */
public final class BootstrapSteps {
  private final StepContext context;

  /** Works with these. */
  public BootstrapSteps(StepContext context) {
    this.context = context;
  }

  /** What a call came to; the text is for people. */
  public sealed interface Result {
    /** There is no bootstrap for this instance. */
    record Nothing() implements Result {}

    /** etcd was started. */
    record Started(String because) implements Result {}

    /** This instance is an initial member but must not start. */
    record Refused(String because) implements Result {}
  }

  /** Does what the record allows. */
  public Result advance(Optional<Lineage> lineage) {
    AgentJournal journal = context.journal();
    Optional<Bootstrap> bootstrap =
        lineage.filter(l -> l.state() == Lineage.State.COMMITTED).flatMap(Lineage::bootstrap);
    Optional<InitialMember> voter = bootstrap.flatMap(b -> b.voterOn(context.self().instance()));
    if (voter.isEmpty() || journal.progress().isPresent() || !mayBegin(journal, bootstrap.get())) {
      return new Result.Nothing();
    }
    if (!voter.get().diskId().equals(journal.diskId())) {
      return lost(lineage.get(), bootstrap.get(), voter.get());
    }
    Optional<String> doubt =
        RecordCheck.stale(journal, lineage)
            .or(() -> doubt(bootstrap.get(), voter.get()))
            .or(context::refused);
    return doubt
        .<Result>map(Result.Refused::new)
        .orElseGet(() -> begin(lineage.get(), bootstrap.get(), voter.get()));
  }

  /**
   * Once a generation, by a disk without a member. A generation with a source may follow a former
   * one on this disk, whose member can never serve again, or which it has left.
   */
  private static boolean mayBegin(AgentJournal journal, Bootstrap bootstrap) {
    if (bootstrap.source().isEmpty()) {
      return journal.member().isEmpty()
          && journal.bootstrapRight().isEmpty()
          && journal.outcome().isEmpty();
    }
    boolean unused =
        journal
            .bootstrapRight()
            .filter(right -> !right.generation().before(bootstrap.generation()))
            .isEmpty();
    boolean formerLost =
        journal.verdict().isPresent()
            && journal
                .member()
                .filter(member -> member.identity().generation().before(bootstrap.generation()))
                .isPresent();
    return unused && (journal.member().isEmpty() || formerLost);
  }

  private Result begin(Lineage lineage, Bootstrap bootstrap, InitialMember voter) {
    others().forEach(context.disk()::archive);
    return bootstrap
        .source()
        .map(
            source ->
                new SeedStep(context)
                    .go(bootstrap, source, voter, identity(lineage, bootstrap, voter, "")))
        .orElseGet(() -> start(lineage, bootstrap, voter));
  }

  /**
   * The right to bootstrap belongs to one disk; another disk cannot tell whether it was used (I11).
   */
  private Result lost(Lineage lineage, Bootstrap bootstrap, InitialMember voter) {
    String why =
        "initial member %s was to start on disk %s, this one is %s"
            .formatted(voter.memberId(), voter.diskId(), context.journal().diskId());
    context
        .journalStore()
        .change(
            edit ->
                (context.journal().member().isPresent() ? edit.memberGone() : edit)
                    .uid(lineage.uid())
                    .seen(bootstrap.generation())
                    .memberCreated(
                        JournalMember.lost(identity(lineage, bootstrap, voter, ""), Watermark.NONE))
                    .verdict(new DataVerdict(DataState.LOST, why)));
    return new Result.Refused(why);
  }

  private Optional<String> doubt(Bootstrap bootstrap, InitialMember voter) {
    if (!voter.endpoints().equals(context.self().endpoints())) {
      return Optional.of(
          "the bootstrap lists "
              + voter.endpoints()
              + ", this node is "
              + context.self().endpoints());
    }
    var computed = EtcdIds.memberId(List.of(voter.endpoints().peerUrl()), bootstrap.clusterToken());
    var cluster =
        EtcdIds.clusterId(bootstrap.voters().stream().map(InitialMember::memberId).toList());
    if (!computed.equals(voter.memberId()) || !cluster.equals(bootstrap.clusterId())) {
      return Optional.of(
          "the bootstrap names member "
              + voter.memberId()
              + " of cluster "
              + bootstrap.clusterId()
              + ", etcd would be "
              + computed
              + " of "
              + cluster);
    }
    return others()
        .filter(d -> !(context.disk().inspect(d) instanceof DataDisk.View.Empty))
        .findFirst()
        .map(d -> "directory " + d + " is in the way: it is not this node's");
  }

  /** What else is in etcd's path. A join that came to nothing may have left an empty directory. */
  private Stream<String> others() {
    Optional<String> prepared = context.journal().prepared();
    return context.disk().directories().stream().filter(d -> prepared.filter(d::equals).isEmpty());
  }

  private Result start(Lineage lineage, Bootstrap bootstrap, InitialMember voter) {
    String directory = prepare(bootstrap);
    if (!(context.disk().inspect(directory) instanceof DataDisk.View.Empty)) {
      return new Result.Refused("directory " + directory + " is not empty: expected a new one");
    }
    JournalMember member = member(lineage, bootstrap, voter, directory);
    BootstrapRight right =
        new BootstrapRight(
            bootstrap.generation(),
            bootstrap.nonce(),
            context.journal().incarnationCount(),
            Optional.empty(),
            context.asksForAuth());
    context
        .journalStore()
        .change(
            edit ->
                edit.uid(lineage.uid())
                    .seen(bootstrap.generation())
                    .bootstrapRight(right)
                    .memberCreated(member));
    context.control().runFirst(LaunchFactory.bootstrap(context.self(), member, context.settings()));
    return new Result.Started("initial member " + voter.memberId());
  }

  private String prepare(Bootstrap bootstrap) {
    if (context.journal().prepared().isEmpty()) {
      String nonce = context.nonces().get();
      String name = context.disk().name(bootstrap.generation(), nonce);
      context.journalStore().change(edit -> edit.prepared(Optional.of(name)));
    }
    String name = context.journal().prepared().orElseThrow();
    context.disk().create(bootstrap.generation(), nonceOf(name));
    return name;
  }

  private static String nonceOf(String directory) {
    return directory.substring(directory.indexOf('-') + 1);
  }

  private static MemberIdentity identity(
      Lineage lineage, Bootstrap bootstrap, InitialMember voter, String directoryNonce) {
    return new MemberIdentity(
        lineage.uid(),
        bootstrap.generation(),
        bootstrap.clusterId(),
        voter.memberId(),
        directoryNonce);
  }

  private JournalMember member(
      Lineage lineage, Bootstrap bootstrap, InitialMember voter, String directory) {
    String initial =
        bootstrap.voters().stream()
            .map(v -> v.instance() + "=" + v.endpoints().peerUrl())
            .collect(Collectors.joining(","));
    List<String> others =
        bootstrap.voters().stream()
            .filter(v -> !v.equals(voter))
            .map(v -> v.endpoints().clientUrl())
            .toList();
    return new JournalMember(
        identity(lineage, bootstrap, voter, nonceOf(directory)),
        directory,
        bootstrap.clusterToken(),
        initial,
        bootstrap.voters().size(),
        true,
        Watermark.NONE,
        others);
  }
}
