package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.BootstrapRight;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberIdentity;
import io.quorate.state.RevokedLeases;
import io.quorate.state.Watermark;
import java.util.List;
import java.util.Optional;

/**
 * Starts a generation that begins with a snapshot, on the one node that the lineage names:
 *
 * <ol>
 *   <li>PREPARE: a directory of this generation, its name journalled first;
 *   <li>RESTORE: the snapshot, beside etcd's path, without the leases that ended meanwhile, then
 *       renamed into the directory as a whole;
 *   <li>TAKE_IDENTITY: the right to start this generation and the identity, journalled in one save,
 *       only over a directory that holds exactly that member and was never executed; closed to
 *       clients where the spec asks for access control and the restored data has it off;
 *   <li>EXECUTE: etcd on existing data, never {@code new}.
 * </ol>
 *
 * <p>A crash before TAKE_IDENTITY begins again, with the same directory or another one; after it
 * the directory is a member's like any other.
 */
final class SeedStep {
  private final StepContext context;

  SeedStep(StepContext context) {
    this.context = context;
  }

  BootstrapSteps.Result go(
      Bootstrap bootstrap, GenerationSource source, InitialMember voter, MemberIdentity identity) {
    if (context.restore().isEmpty()) {
      return new BootstrapSteps.Result.Refused(
          "generation "
              + bootstrap.generation()
              + " begins with a snapshot, which this agent"
              + " cannot restore");
    }
    String directory = prepared(bootstrap);
    return switch (context.disk().inspect(directory)) {
      case DataDisk.View.Empty empty ->
          restore(context.restore().get(), bootstrap, source, voter, identity, directory);
      case DataDisk.View.Holds holds ->
          holds.memberId().equals(voter.memberId())
                  && holds.clusterId().equals(bootstrap.clusterId())
              ? start(bootstrap, voter, identity, directory, Optional.empty())
              : giveUp(directory, "holds member " + holds.memberId());
      case DataDisk.View.Missing missing -> giveUp(directory, "is missing");
      case DataDisk.View.Damaged damaged -> giveUp(directory, damaged.detail());
    };
  }

  /** Looked at again after a crash: what a former boot restored is what counts. */
  private boolean hasAuth(String directory) {
    return context.restore().orElseThrow().accessControlOn(directory);
  }

  /** A directory that was prepared for an earlier generation is put aside, whatever it holds. */
  private String prepared(Bootstrap bootstrap) {
    Optional<String> usable =
        context.journal().prepared().filter(name -> ofGeneration(bootstrap, name));
    context
        .journal()
        .prepared()
        .filter(name -> usable.isEmpty())
        .ifPresent(name -> context.disk().archive(name));
    if (usable.isEmpty()) {
      String name = context.disk().name(bootstrap.generation(), context.nonces().get());
      context.journalStore().change(edit -> edit.prepared(Optional.of(name)));
    }
    String name = context.journal().prepared().orElseThrow();
    context.disk().create(bootstrap.generation(), nonceOf(name));
    return name;
  }

  private boolean ofGeneration(Bootstrap bootstrap, String name) {
    return name.equals(context.disk().name(bootstrap.generation(), nonceOf(name)));
  }

  private static String nonceOf(String directory) {
    return directory.substring(directory.indexOf('-') + 1);
  }

  private BootstrapSteps.Result giveUp(String directory, String why) {
    context.disk().archive(directory);
    context.journalStore().change(edit -> edit.prepared(Optional.empty()));
    return new BootstrapSteps.Result.Refused(
        "directory " + directory + " " + why + ": it is archived, another one is restored");
  }

  private BootstrapSteps.Result restore(
      SnapshotRestore restore,
      Bootstrap bootstrap,
      GenerationSource source,
      InitialMember voter,
      MemberIdentity identity,
      String directory) {
    SnapshotRestore.Result result =
        restore.restore(
            new SnapshotRestore.Seed(
                identity.uid(),
                source.snapshot(),
                source.sha256(),
                directory,
                context.self().instance().value(),
                voter.endpoints().peerUrl(),
                bootstrap.clusterToken(),
                source.targetRevision(),
                source.leasesRenewedUntil()));
    return switch (result) {
      case SnapshotRestore.Result.NotRestored not ->
          new BootstrapSteps.Result.Refused(
              "snapshot " + source.snapshot() + " is not restored yet: " + not.because());
      case SnapshotRestore.Result.Restored restored ->
          context.disk().inspect(directory) instanceof DataDisk.View.Holds holds
                  && holds.memberId().equals(voter.memberId())
              ? start(bootstrap, voter, identity, directory, Optional.of(restored.revoked()))
              : giveUp(directory, "does not hold member " + voter.memberId());
    };
  }

  private BootstrapSteps.Result start(
      Bootstrap bootstrap,
      InitialMember voter,
      MemberIdentity identity,
      String directory,
      Optional<RevokedLeases> revoked) {
    AgentJournal journal = context.journal();
    JournalMember member =
        new JournalMember(
            new MemberIdentity(
                identity.uid(),
                identity.generation(),
                identity.clusterId(),
                identity.memberId(),
                nonceOf(directory)),
            directory,
            bootstrap.clusterToken(),
            voter.instance() + "=" + voter.endpoints().peerUrl(),
            1,
            true,
            Watermark.NONE,
            List.of());
    BootstrapRight right =
        new BootstrapRight(
            bootstrap.generation(),
            bootstrap.nonce(),
            journal.incarnationCount(),
            revoked,
            context.asksForAuth() && !hasAuth(directory));
    context
        .journalStore()
        .change(
            edit ->
                (journal.member().isPresent() ? edit.memberGone() : edit)
                    .uid(identity.uid())
                    .seen(bootstrap.generation())
                    .bootstrapRight(right)
                    .memberCreated(member));
    context.control().run(LaunchFactory.existing(context.self(), member, context.settings()));
    return new BootstrapSteps.Result.Started(
        "seeder of generation " + bootstrap.generation() + " as member " + voter.memberId());
  }
}
