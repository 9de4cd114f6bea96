package io.quorate.agent.execution;

import io.quorate.agent.port.ProcessMark;
import io.quorate.command.CommandHeader;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import java.util.Optional;

/** A change to the journal, as named transitions; what may only grow refuses to fall. */
public final class JournalUpdate {
  private final AgentJournal base;
  private long incarnationCount;
  private Generation generation;
  private FencingToken token;
  private Optional<ClusterUid> uid;
  private Optional<JournalMember> member;
  private Optional<DataVerdict> verdict;
  private Optional<BootstrapRight> bootstrapRight;
  private Optional<String> prepared;
  private Optional<ClusterSpec> spec;
  private Optional<ProcessMark> process;
  private Optional<String> openDirectory;
  private MemberRuns runs;
  private Optional<CommandProgress> progress;
  private Optional<Outcome> outcome;
  private TaskJournal tasks;
  private long revisionSeen;
  private Optional<JournalFence> fence;
  private Optional<JournalFence> archived;
  private DataHistory history;

  JournalUpdate(AgentJournal base) {
    this.base = base;
    incarnationCount = base.incarnationCount();
    generation = base.seenGeneration();
    token = base.seenToken();
    uid = base.uid();
    member = base.member();
    verdict = base.verdict();
    bootstrapRight = base.bootstrapRight();
    prepared = base.prepared();
    spec = base.spec();
    process = base.process();
    openDirectory = base.openDirectory();
    runs = base.runs();
    progress = base.progress();
    outcome = base.outcome();
    tasks = base.tasks();
    revisionSeen = base.revisionSeen();
    fence = base.fence();
    archived = base.archived();
    history = base.history();
  }

  /** One more start of an agent on this disk. */
  public JournalUpdate booted() {
    incarnationCount++;
    return this;
  }

  /** Raises the boots counted to what is known of; a lower number changes nothing. */
  public JournalUpdate bootsAtLeast(long known) {
    incarnationCount = Math.max(incarnationCount, known);
    return this;
  }

  /** Raises the newest generation seen; an older one changes nothing. */
  public JournalUpdate seen(Generation other) {
    generation = generation.before(other) ? other : generation;
    return this;
  }

  /** Raises the newest token seen; an older one changes nothing. */
  public JournalUpdate seen(FencingToken other) {
    token = token.before(other) ? other : token;
    return this;
  }

  /** Takes over what an accepted command's header shows, before its first side effect. */
  public JournalUpdate accepted(CommandHeader header) {
    return uid(header.uid()).seen(header.generation()).seen(header.token());
  }

  /** Learns the cluster's UID; a second one is refused. */
  public JournalUpdate uid(ClusterUid learned) {
    if (uid.filter(known -> !known.equals(learned)).isPresent()) {
      throw new IllegalStateException("journal is of UID " + uid.get() + ", refused " + learned);
    }
    uid = Optional.of(learned);
    return this;
  }

  /** Takes a new member onto this disk: what was prepared for it is its own. */
  public JournalUpdate memberCreated(JournalMember bootstrapped) {
    if (member.isPresent()) {
      throw new IllegalStateException(
          "journal has member " + member.get().identity() + ": a second one is refused");
    }
    member = Optional.of(bootstrapped);
    verdict = Optional.empty();
    prepared = Optional.empty();
    runs = MemberRuns.NONE;
    history = history.ofNextMember();
    fence = Optional.empty();
    return this;
  }

  /** The same member, with more known of it. */
  public JournalUpdate memberKnown(JournalMember same) {
    if (member.filter(m -> m.identity().equals(same.identity())).isEmpty()) {
      throw new IllegalStateException("journal has " + held() + ", not " + same.identity());
    }
    member = Optional.of(same);
    return this;
  }

  private String held() {
    return member.map(held -> "member " + held.identity()).orElse("no member");
  }

  /** The member is no more: the cluster agreed to its removal. What comes later joins open. */
  public JournalUpdate memberGone() {
    member = Optional.empty();
    bootstrapRight = bootstrapRight.map(BootstrapRight::opened);
    verdict = Optional.empty();
    process = Optional.empty();
    openDirectory = Optional.empty();
    runs = MemberRuns.NONE;
    history = history.ofNextMember();
    fence = Optional.empty();
    return this;
  }

  /**
   * The member is out of service for a recovery, for good; what it was told before ends with it.
   */
  public JournalUpdate fenced(JournalFence by) {
    if (member.filter(m -> m.identity().generation().equals(by.generation())).isEmpty()) {
      throw new IllegalStateException("journal has " + held() + ", refused fence " + by);
    }
    fence = Optional.of(fence.orElse(by));
    archived = fence;
    endTold("the member was fenced for " + by.recoveryId());
    return verdict(
        new DataVerdict(
            DataState.SUPERSEDED,
            "fenced for "
                + by.recoveryId()
                + ", at term "
                + by.lastTerm()
                + " index "
                + by.lastIndex()));
  }

  /**
   * A directory that is put aside and can never serve again; where another one is told of, the one
   * that went farther stays.
   */
  public JournalUpdate archives(JournalFence old) {
    archived =
        archived
            .filter(told -> JournalFence.BY_REACH.compare(told, old) >= 0)
            .or(() -> Optional.of(old));
    return this;
  }

  /** A recovery found the member without data; what it was told before ends with it. */
  public JournalUpdate lost(String recoveryId, DataVerdict word) {
    if (word.state() != DataState.LOST) {
      throw new IllegalStateException(recoveryId + " found " + word + ", expected LOST");
    }
    endTold("the member was found without data for " + recoveryId);
    return verdict(word);
  }

  private void endTold(String detail) {
    progress.ifPresent(
        told ->
            ended(
                new Outcome(
                    told.command().header().id(),
                    told.command().kind(),
                    Outcome.Result.FAILED,
                    told.step(),
                    detail)));
  }

  /** The final word on the member's data; the first one stays. */
  public JournalUpdate verdict(DataVerdict word) {
    history =
        verdict.isEmpty() && word.state() == DataState.DAMAGED ? history.damagedAgain() : history;
    verdict = Optional.of(verdict.orElse(word));
    return this;
  }

  /** Uses the right to begin a generation; a second use of it, or an older one, is refused. */
  public JournalUpdate bootstrapRight(BootstrapRight used) {
    if (bootstrapRight.filter(had -> !had.generation().before(used.generation())).isPresent()) {
      throw new IllegalStateException("the right to run new was used: " + bootstrapRight.get());
    }
    bootstrapRight = Optional.of(used);
    return this;
  }

  /** Access control was seen on, or is not asked for any more: etcd is open to clients for good. */
  public JournalUpdate opened() {
    bootstrapRight = bootstrapRight.map(BootstrapRight::opened);
    return this;
  }

  /** A directory for a member to come. */
  public JournalUpdate prepared(Optional<String> directory) {
    prepared = directory;
    return this;
  }

  /** The settings last read. */
  public JournalUpdate spec(ClusterSpec read) {
    spec = Optional.of(read);
    return this;
  }

  /** etcd's process, and what tells the directory that it has open, where the disk could tell. */
  public JournalUpdate process(ProcessMark mark, Optional<String> directory) {
    process = Optional.of(mark);
    openDirectory = directory;
    return this;
  }

  /** So many more starts of etcd, by this release and with these settings; none changes nothing. */
  public JournalUpdate etcdStarted(long more, EtcdVersion release, Optional<String> settings) {
    runs = more == 0 ? runs : runs.started(more, release, settings);
    return this;
  }

  /** etcd proved a quorum, as it was started last. */
  public JournalUpdate served() {
    history = history.servedBy(runs);
    return this;
  }

  /** The release that etcd is started with from now on; a command chose it. */
  public JournalUpdate nextRelease(EtcdVersion release) {
    runs = new MemberRuns(runs.starts(), Optional.of(release), runs.settings());
    return this;
  }

  /** The instruction under way, further on. */
  public JournalUpdate progress(CommandProgress next) {
    progress = Optional.of(next);
    return this;
  }

  /** The instruction ended. */
  public JournalUpdate ended(Outcome how) {
    switch (how.kind().lane()) {
      case MEMBERSHIP -> {
        progress = Optional.empty();
        outcome = Optional.of(how);
      }
      case MAINTENANCE -> tasks = tasks.ended(how);
    }
    return this;
  }

  /** One more attempt of a task begins. */
  public JournalUpdate taskBegins(String commandId) {
    tasks = tasks.beginning(commandId);
    return this;
  }

  /** Raises the highest revision reported; a lower one changes nothing. */
  public JournalUpdate revisionSeen(long reported) {
    revisionSeen = Math.max(revisionSeen, reported);
    return this;
  }

  /** The changed copy. */
  public AgentJournal done() {
    return new AgentJournal(
        base.instance(),
        base.diskId(),
        incarnationCount,
        generation,
        token,
        uid,
        member,
        verdict,
        bootstrapRight,
        prepared,
        spec,
        process,
        openDirectory,
        runs,
        progress,
        outcome,
        tasks,
        revisionSeen,
        fence,
        archived,
        history);
  }
}
