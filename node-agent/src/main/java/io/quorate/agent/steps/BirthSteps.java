package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.BirthRight;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Launches;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.Verdict;
import io.quorate.agent.port.DataDisk;
import io.quorate.model.EtcdIds;
import io.quorate.state.Birth;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Voter;
import io.quorate.state.Watermark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Bootstraps the own member when the lineage record lists this instance among the first voters:
 * prepare an empty directory, journal the use of the right together with the identity, then execute
 * {@code new}, in this same call and never again. Any doubt afterwards is answered by replacing the
 * member.
 */
public final class BirthSteps {
  private final StepContext context;

  /** Works with these. */
  public BirthSteps(StepContext context) {
    this.context = context;
  }

  /** What a call came to; the text is for people. */
  public sealed interface Result {
    /** There is no birth for this instance. */
    record Nothing() implements Result {}

    /** etcd was started. */
    record Started(String because) implements Result {}

    /** This instance is a founding voter but must not start. */
    record Refused(String because) implements Result {}
  }

  /** Does what the record allows. */
  public Result advance(Optional<Lineage> lineage) {
    AgentJournal journal = context.journal();
    Optional<Birth> birth =
        lineage.filter(l -> l.state() == Lineage.State.COMMITTED).flatMap(Lineage::birth);
    Optional<Voter> voter = birth.flatMap(b -> b.voterOn(context.self().instance()));
    if (voter.isEmpty()
        || journal.member().isPresent()
        || journal.progress().isPresent()
        || journal.birthRight().isPresent()
        || journal.outcome().isPresent()) {
      return new Result.Nothing();
    }
    if (!voter.get().diskNonce().equals(journal.diskNonce())) {
      return lost(lineage.get(), birth.get(), voter.get());
    }
    Optional<String> doubt =
        RecordCheck.stale(journal, lineage)
            .or(() -> doubt(birth.get(), voter.get()))
            .or(context::refused);
    return doubt
        .<Result>map(Result.Refused::new)
        .orElseGet(() -> start(lineage.get(), birth.get(), voter.get()));
  }

  /** The right to be born is a disk's; another disk cannot tell whether that one used it (I11). */
  private Result lost(Lineage lineage, Birth birth, Voter voter) {
    String why =
        "founding voter %s was to be born on disk %s, this one is %s"
            .formatted(voter.memberId(), voter.diskNonce(), context.journal().diskNonce());
    context
        .book()
        .change(
            edit ->
                edit.uid(lineage.uid())
                    .seen(birth.generation())
                    .memberBorn(
                        JournalMember.lost(identity(lineage, birth, voter, ""), Watermark.NONE))
                    .verdict(new Verdict(DataState.LOST, why)));
    return new Result.Refused(why);
  }

  private Optional<String> doubt(Birth birth, Voter voter) {
    if (!voter.endpoints().equals(context.self().endpoints())) {
      return Optional.of(
          "the birth lists " + voter.endpoints() + ", this node is " + context.self().endpoints());
    }
    var computed = EtcdIds.memberId(List.of(voter.endpoints().peerUrl()), birth.clusterToken());
    var cluster = EtcdIds.clusterId(birth.voters().stream().map(Voter::memberId).toList());
    if (!computed.equals(voter.memberId()) || !cluster.equals(birth.clusterId())) {
      return Optional.of(
          "the birth names member "
              + voter.memberId()
              + " of cluster "
              + birth.clusterId()
              + ", etcd would be "
              + computed
              + " of "
              + cluster);
    }
    Optional<String> prepared = context.journal().prepared();
    return context.disk().directories().stream()
        .filter(d -> prepared.filter(d::equals).isEmpty())
        .findFirst()
        .map(d -> "directory " + d + " is in the way: it is not this node's");
  }

  private Result start(Lineage lineage, Birth birth, Voter voter) {
    String directory = prepare(birth);
    if (!(context.disk().inspect(directory) instanceof DataDisk.View.Empty)) {
      return new Result.Refused("directory " + directory + " is not empty: expected a new one");
    }
    JournalMember member = member(lineage, birth, voter, directory);
    BirthRight right =
        new BirthRight(birth.generation(), birth.nonce(), context.journal().bootCount());
    context
        .book()
        .change(
            edit ->
                edit.uid(lineage.uid())
                    .seen(birth.generation())
                    .birthRight(right)
                    .memberBorn(member));
    context.control().runFirst(Launches.bootstrap(context.self(), member, context.settings()));
    return new Result.Started("founding voter " + voter.memberId());
  }

  private String prepare(Birth birth) {
    if (context.journal().prepared().isEmpty()) {
      String nonce = context.nonces().get();
      String name = context.disk().name(birth.generation(), nonce);
      context.book().change(edit -> edit.prepared(Optional.of(name)));
    }
    String name = context.journal().prepared().orElseThrow();
    context.disk().create(birth.generation(), nonceOf(name));
    return name;
  }

  private static String nonceOf(String directory) {
    return directory.substring(directory.indexOf('-') + 1);
  }

  private static MemberIdentity identity(
      Lineage lineage, Birth birth, Voter voter, String directoryNonce) {
    return new MemberIdentity(
        lineage.uid(), birth.generation(), birth.clusterId(), voter.memberId(), directoryNonce);
  }

  private JournalMember member(Lineage lineage, Birth birth, Voter voter, String directory) {
    String initial =
        birth.voters().stream()
            .map(v -> v.instance() + "=" + v.endpoints().peerUrl())
            .collect(Collectors.joining(","));
    List<String> others =
        birth.voters().stream()
            .filter(v -> !v.equals(voter))
            .map(v -> v.endpoints().clientUrl())
            .toList();
    return new JournalMember(
        identity(lineage, birth, voter, nonceOf(directory)),
        directory,
        birth.clusterToken(),
        initial,
        birth.voters().size(),
        true,
        Watermark.NONE,
        others);
  }
}
