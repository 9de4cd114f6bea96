package io.quorate.agent.execution;

import io.quorate.agent.port.ProcessMark;
import io.quorate.codec.CommandCodec;
import io.quorate.codec.Schema;
import io.quorate.codec.Tree;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecTree;
import io.quorate.state.DataState;
import io.quorate.state.MemberIdentity;
import io.quorate.state.RevokedLeases;
import io.quorate.state.Watermark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The journal as a tree, and back. */
public final class AgentJournalCodec {
  private static final String CLOSED = "CLOSED";

  private AgentJournalCodec() {}

  /** Writes the journal. */
  public static Map<String, Object> write(AgentJournal journal) {
    return Tree.builder()
        .with(Schema.ATTRIBUTE, Schema.VERSION)
        .with("instance", journal.instance())
        .with("diskId", journal.diskId())
        .with("incarnationCount", journal.incarnationCount())
        .with("seenGeneration", journal.seenGeneration().value())
        .with("seenToken", journal.seenToken().value())
        .withOptional("uid", journal.uid())
        .withOptional("member", journal.member().map(AgentJournalCodec::writeMember))
        .withOptional("verdict", journal.verdict().map(AgentJournalCodec::writeVerdict))
        .withOptional("bootstrapRight", journal.bootstrapRight().map(AgentJournalCodec::writeRight))
        .withOptional("prepared", journal.prepared())
        .withOptional("spec", journal.spec().map(SpecTree::of))
        .withOptional(
            "process", journal.process().map(mark -> writeProcess(mark, journal.openDirectory())))
        .with("etcdStarts", journal.runs().starts())
        .withOptional("etcdRelease", journal.runs().release())
        .withOptional("etcdSettings", journal.runs().settings())
        .withOptional("progress", journal.progress().map(AgentJournalCodec::writeProgress))
        .withOptional("outcome", journal.outcome().map(CommandCodec::writeOutcome))
        .withOptional("taskAttempt", journal.tasks().attempt().map(AgentJournalCodec::writeAttempt))
        .withOptional("taskOutcome", journal.tasks().outcome().map(CommandCodec::outcome))
        .with("revisionSeen", journal.revisionSeen())
        .withOptional("fence", journal.fence().map(AgentJournalCodec::writeFence))
        .withOptional("archived", journal.archived().map(AgentJournalCodec::writeFence))
        .with("damages", journal.history().damages())
        .withOptional("served", journal.history().served().map(AgentJournalCodec::writeServed))
        .build();
  }

  /**
   * Reads the journal.
   *
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  public static AgentJournal read(Map<String, Object> document, String where) {
    return Schema.read(document, where, AgentJournalCodec::journal);
  }

  private static AgentJournal journal(Tree tree) {
    return new AgentJournal(
        tree.value("instance", InstanceId::new),
        tree.string("diskId"),
        tree.number("incarnationCount"),
        new Generation(tree.number("seenGeneration")),
        new FencingToken(tree.number("seenToken")),
        tree.optionalValue("uid", ClusterUid::new),
        tree.optionalTree("member").map(AgentJournalCodec::readMember),
        tree.optionalTree("verdict")
            .map(v -> new DataVerdict(v.constant("state", DataState.class), v.string("detail"))),
        tree.optionalTree("bootstrapRight")
            .map(
                r ->
                    new BootstrapRight(
                        new Generation(r.number("generation")),
                        r.string("nonce"),
                        r.number("boot"),
                        r.optionalTree("revoked")
                            .map(
                                revoked ->
                                    new RevokedLeases(
                                        revoked.number("leases"), revoked.number("keys"))),
                        r.optionalString("clients").filter(CLOSED::equals).isPresent())),
        tree.optionalString("prepared"),
        tree.optionalTree("spec").flatMap(spec -> JournalSpec.read(spec.values())),
        tree.optionalTree("process")
            .map(p -> new ProcessMark(p.number("pid"), p.string("startedAt"))),
        tree.optionalTree("process").flatMap(p -> p.optionalString("openDirectory")),
        readRuns(tree),
        tree.optionalTree("progress").map(AgentJournalCodec::readProgress),
        tree.optionalTree("outcome").map(o -> CommandCodec.readOutcome(o.values(), o.where())),
        new TaskJournal(
            tree.optionalTree("taskAttempt")
                .map(t -> new TaskJournal.Attempt(t.string("taskId"), t.number("number"))),
            tree.optionalTree("taskOutcome").map(o -> CommandCodec.outcome(o, Lane.MAINTENANCE))),
        tree.optionalNumber("revisionSeen").orElse(0L),
        tree.optionalTree("fence").map(AgentJournalCodec::readFence),
        tree.optionalTree("archived").map(AgentJournalCodec::readFence),
        new DataHistory(
            tree.optionalNumber("damages").orElse(0L),
            tree.optionalTree("served").flatMap(AgentJournalCodec::readServed)));
  }

  /**
   * What this release cannot read of the journal's spec; that alone keeps no agent from starting.
   */
  public static Optional<String> specTrouble(Map<String, Object> document, String where) {
    return Schema.read(document, where, tree -> tree.optionalTree("spec"))
        .flatMap(spec -> JournalSpec.trouble(spec.values()));
  }

  private static Map<String, Object> writeAttempt(TaskJournal.Attempt attempt) {
    return Tree.builder()
        .with("taskId", attempt.commandId())
        .with("number", attempt.number())
        .build();
  }

  private static Map<String, Object> writeServed(DataHistory.Served served) {
    return Tree.builder()
        .with("release", served.release())
        .withOptional("settings", served.settings())
        .build();
  }

  private static Optional<DataHistory.Served> readServed(Tree tree) {
    return EtcdVersion.parse(tree.string("release"))
        .map(release -> new DataHistory.Served(release, tree.optionalString("settings")));
  }

  private static Map<String, Object> writeFence(JournalFence fence) {
    return Tree.builder()
        .with("generation", fence.generation().value())
        .with("recoveryId", fence.recoveryId())
        .with("directory", fence.directory())
        .with("lastTerm", fence.lastTerm())
        .with("lastIndex", fence.lastIndex())
        .build();
  }

  private static JournalFence readFence(Tree tree) {
    return new JournalFence(
        new Generation(tree.number("generation")),
        tree.string("recoveryId"),
        tree.string("directory"),
        tree.number("lastTerm"),
        tree.number("lastIndex"));
  }

  private static Map<String, Object> writeVerdict(DataVerdict verdict) {
    return Tree.builder().with("state", verdict.state()).with("detail", verdict.detail()).build();
  }

  private static Map<String, Object> writeRight(BootstrapRight right) {
    return Tree.builder()
        .with("generation", right.generation().value())
        .with("nonce", right.nonce())
        .with("boot", right.boot())
        .withOptional(
            "revoked",
            right
                .revoked()
                .map(
                    revoked ->
                        Tree.builder()
                            .with("leases", revoked.leases())
                            .with("keys", revoked.keys())
                            .build()))
        .withOptional("clients", right.closed() ? Optional.of(CLOSED) : Optional.empty())
        .build();
  }

  private static Map<String, Object> writeProcess(ProcessMark mark, Optional<String> directory) {
    return Tree.builder()
        .with("pid", mark.pid())
        .with("startedAt", mark.startedAt())
        .withOptional("openDirectory", directory)
        .build();
  }

  /** A journal of before starts were counted knows of the one that is running, or ran. */
  private static MemberRuns readRuns(Tree tree) {
    return new MemberRuns(
        tree.optionalNumber("etcdStarts")
            .orElseGet(() -> tree.optionalTree("process").isPresent() ? 1L : 0L),
        tree.optionalString("etcdRelease").flatMap(EtcdVersion::parse),
        tree.optionalString("etcdSettings"));
  }

  private static Map<String, Object> writeMember(JournalMember member) {
    MemberIdentity identity = member.identity();
    return Tree.builder()
        .with("uid", identity.uid())
        .with("generation", identity.generation().value())
        .with("clusterId", identity.clusterId())
        .with("memberId", identity.memberId())
        .with("directoryNonce", identity.directoryNonce())
        .with("directory", member.directory())
        .with("clusterToken", member.clusterToken())
        .with("initialCluster", member.initialCluster())
        .with("bootstrapEntries", member.bootstrapEntries())
        .with("started", member.started())
        .with("watermarkTerm", member.watermark().term())
        .with("watermarkIndex", member.watermark().index())
        .with("contacts", member.contacts())
        .build();
  }

  private static JournalMember readMember(Tree tree) {
    return new JournalMember(
        new MemberIdentity(
            tree.value("uid", ClusterUid::new),
            new Generation(tree.number("generation")),
            tree.value("clusterId", EtcdClusterId::parse),
            tree.value("memberId", MemberId::parse),
            tree.string("directoryNonce")),
        tree.string("directory"),
        tree.string("clusterToken"),
        tree.string("initialCluster"),
        tree.number("bootstrapEntries"),
        tree.flag("started"),
        new Watermark(tree.number("watermarkTerm"), tree.number("watermarkIndex")),
        tree.strings("contacts"));
  }

  private static Map<String, Object> writeProgress(CommandProgress progress) {
    return Tree.builder()
        .with("instruction", CommandCodec.writeCommand(progress.command()))
        .with("step", progress.step())
        .with("data", Map.<String, Object>copyOf(progress.data()))
        .with("spentMillis", progress.spentMillis())
        .withOptional("undoResult", progress.undo().map(undo -> undo.result().name()))
        .withOptional("undoDetail", progress.undo().map(CommandProgress.Undo::detail))
        .build();
  }

  private static CommandProgress readProgress(Tree tree) {
    Map<String, String> data = new LinkedHashMap<>();
    Tree stored = tree.tree("data");
    stored.values().keySet().forEach(name -> data.put(name, stored.string(name)));
    Optional<CommandProgress.Undo> undo =
        tree.optionalString("undoResult").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new CommandProgress.Undo(
                    tree.constant("undoResult", Outcome.Result.class), tree.string("undoDetail")));
    Tree instruction = tree.tree("instruction");
    return new CommandProgress(
        CommandCodec.readCommand(instruction.values(), instruction.where()),
        tree.string("step"),
        data,
        tree.number("spentMillis"),
        undo);
  }
}
