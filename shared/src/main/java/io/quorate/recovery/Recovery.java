package io.quorate.recovery;

import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.RevokedLeases;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The recovery under way, or the last one: record {@code recovery}. Named transitions refuse all
 * others:
 *
 * <pre>
 * SUSPECTED → FENCING → GATHERED ⇄ TRIAL → COMMITTED → SEEDING → SERVING → ENDED
 *     └──────────┴──────────┴────────┴──── called off ────────────────────→ ENDED
 *
 * TRIAL → HIBERNATED → GATHERED   while the group wants no instance
 * SEEDING → ENDED                 back from a hibernation, of which nothing is lost
 * </pre>
 *
 * <p>Until COMMITTED nothing but the record has changed, so a recovery may be called off; from then
 * on the lost generation can never serve again. docs/recovery.md has a row for each state.
 *
 * @param id unique; trials are named after it
 * @param uid the cluster
 * @param generation the generation that is lost; 0 where a new cluster begins with a snapshot
 * @param token fencing token of the turn that wrote it last
 * @param action what is done
 * @param state how far it has come
 * @param since when it began, by the controller's clock
 * @param stateSince when it came to this state
 * @param holders everyone who may hold the lost generation's data, and what proves that they do not
 * @param source the snapshot that is to be restored; of a rollback from the beginning
 * @param passedOver newer snapshots that are not restored, for a trial proved them bad
 * @param trial the latest trial
 * @param tryAfter no trial begins before this, after one that could not be made
 * @param committed what was committed
 * @param salvages the snapshots made of fenced directories
 * @param approval what an operator approved; a recovery that has one commits nothing else
 * @param note who acknowledged the loss, or why it was called off
 * @param lostAt when the controller first saw that no quorum serves, where it was before it began
 * @param keepLeases whether a rollback brings all leases of its snapshot back
 * @param revoked the leases that ended meanwhile, and were revoked before the new generation served
 * @param unread snapshots whose objects could not be read, and how often that was tried
 */
public record Recovery(
    @Wire.Name("recoveryId") String id,
    ClusterUid uid,
    Generation generation,
    FencingToken token,
    Action action,
    @Wire.Name("recoveryState") @Wire.After("id") State state,
    Instant since,
    Instant stateSince,
    Map<InstanceId, String> holders,
    Optional<RecoverySource> source,
    List<PassedOver> passedOver,
    Optional<RecoveryTrial> trial,
    Optional<Instant> tryAfter,
    Optional<CommittedGeneration> committed,
    @Wire.Sparse @Wire.After("note") List<Salvage> salvages,
    Optional<Approval> approval,
    Optional<String> note,
    Optional<Instant> lostAt,
    @Wire.Sparse boolean keepLeases,
    Optional<RevokedLeases> revoked,
    @Wire.Sparse List<UnreadSource> unread) {
  /** What an agent that takes part in a recovery lists among its kinds. */
  public static final String ABILITY = "RECOVERY";

  /** What an agent lists among its kinds that can be fenced, and salvages its directory. */
  public static final String FENCING_ABILITY = "FENCING";

  /** What an agent lists among its kinds that reads the record of a hibernation. */
  public static final String HIBERNATION_ABILITY = "HIBERNATION";

  /** What a recovery does. */
  public enum Action {
    /** Restores a snapshot, for the data is lost. */
    RESEED,
    /** Restores the snapshot that an operator names, though the data is there: it is fenced. */
    ROLLBACK,
    /** Restores an imported snapshot as the first generation of a new cluster. */
    IMPORT,
    /**
     * Puts all data into a snapshot, for the group wants no instance; restores that one once it
     * wants some again.
     */
    HIBERNATE
  }

  /** How far a recovery has come. */
  public enum State {
    /** The data seems lost; nothing is proved yet. */
    SUSPECTED,
    /** Holders that still have data are being stopped. With everything lost there are none. */
    FENCING,
    /** No holder can serve the lost generation; a source is to be tried. */
    GATHERED,
    /** A node restores the source in isolation. */
    TRIAL,
    /** The source is proved, and its group wants no instance: none serves until it does. */
    HIBERNATED,
    /** The new generation is recorded; the lineage mirror does not hold it yet. */
    COMMITTED,
    /** The new generation is final; the seeder restores and starts it. */
    SEEDING,
    /** The new generation serves; what was lost is not acknowledged yet. */
    SERVING,
    /** It is over. */
    ENDED;

    /** Whether membership changes and tasks rest meanwhile. */
    public boolean running() {
      return switch (this) {
        case SUSPECTED, FENCING, GATHERED, TRIAL, HIBERNATED, COMMITTED, SEEDING -> true;
        case SERVING, ENDED -> false;
      };
    }

    /** Whether the lost generation can never serve again. */
    public boolean isCommitted() {
      return switch (this) {
        case SUSPECTED, FENCING, GATHERED, TRIAL, HIBERNATED, ENDED -> false;
        case COMMITTED, SEEDING, SERVING -> true;
      };
    }

    /** Whether a source is looked for or tried at present. */
    public boolean looksForSource() {
      return switch (this) {
        case SUSPECTED, FENCING, GATHERED, TRIAL -> true;
        case HIBERNATED, COMMITTED, SEEDING, SERVING, ENDED -> false;
      };
    }
  }

  /** Refuses a state that its parts contradict. */
  public Recovery {
    holders = Map.copyOf(holders);
    passedOver = List.copyOf(passedOver);
    salvages = List.copyOf(salvages);
    unread = List.copyOf(unread);
    if (salvages.stream().filter(made -> made.state() == Salvage.State.OPEN).count() > 1) {
      throw new IllegalArgumentException("recovery " + id + " has two open salvages");
    }
    if ((state == State.TRIAL || state == State.HIBERNATED || state.isCommitted())
        && (source.isEmpty() || trial.isEmpty())) {
      throw new IllegalArgumentException(
          "recovery " + id + " is " + state + " without a source or a trial");
    }
    if (state.isCommitted() && committed.isEmpty()) {
      throw new IllegalArgumentException(
          "recovery " + id + " is " + state + " without what it committed");
    }
  }

  /** Every instance that it names. */
  public Set<InstanceId> instances() {
    Set<InstanceId> named = new HashSet<>(holders.keySet());
    trial.ifPresent(running -> named.add(running.candidate()));
    salvages.forEach(salvage -> named.add(salvage.instance()));
    approval.ifPresent(approved -> named.addAll(approved.ends().keySet()));
    return named;
  }

  /** Begins: the data of a generation seems lost. */
  public static Recovery suspected(
      String id,
      ClusterUid uid,
      Generation generation,
      FencingToken token,
      Action action,
      Instant at) {
    return suspected(id, uid, generation, token, action, at, Optional.empty());
  }

  /** Begins: the data of a generation seems lost, and nobody was seen serving since a time. */
  public static Recovery suspected(
      String id,
      ClusterUid uid,
      Generation generation,
      FencingToken token,
      Action action,
      Instant at,
      Optional<Instant> lostAt) {
    return new Recovery(
        id,
        uid,
        generation,
        token,
        action,
        State.SUSPECTED,
        at,
        at,
        Map.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        lostAt,
        false,
        Optional.empty(),
        List.of());
  }

  /** An operator wants this snapshot back: everyone who holds data is to be stopped. */
  public static Recovery rollback(
      String id,
      ClusterUid uid,
      Generation generation,
      FencingToken token,
      RecoverySource goal,
      Instant at) {
    RecoveryDraft begun =
        new RecoveryDraft(suspected(id, uid, generation, token, Action.ROLLBACK, at));
    begun.source = Optional.of(goal);
    return begun.done().fencing(at);
  }

  /** The same, which brings all leases of its source back, whether they ended or not. */
  public Recovery keepingLeases() {
    RecoveryDraft next = new RecoveryDraft(this);
    next.keepLeases = true;
    return next.done();
  }

  /**
   * When leases of the source can have been renewed last; empty where all are kept. What is
   * salvaged of a disk has every renewal up to the loss, which cannot be later than when it was
   * seen.
   */
  public Optional<Instant> leasesRenewedUntil() {
    return source
        .filter(from -> !keepLeases)
        .map(
            from ->
                salvagedOn(from.snapshot()).isPresent() ? lostAt.orElse(since) : from.takenAt());
  }

  /** A new cluster is to begin with a snapshot: there is nobody to be stopped. */
  public static Recovery importing(String id, ClusterUid uid, FencingToken token, Instant at) {
    return suspected(id, uid, Generation.UNBOOTSTRAPPED, token, Action.IMPORT, at)
        .fencing(at)
        .gathered(Map.of(), at);
  }

  /** The group of a cluster that serves wants no instance: everyone is to be stopped. */
  public static Recovery hibernating(
      String id, ClusterUid uid, Generation generation, FencingToken token, Instant at) {
    return suspected(id, uid, generation, token, Action.HIBERNATE, at).fencing(at);
  }

  /** Whether it puts the cluster to rest, or brings it back from there with all of its data. */
  public boolean hibernates() {
    return action == Action.HIBERNATE;
  }

  /** The source is proved, and the group wants no instance: its instances may go. */
  public Recovery hibernated(Instant at) {
    RecoveryDraft next = ofHibernation(at, State.TRIAL);
    next.state = State.HIBERNATED;
    return next.done();
  }

  /** The group wants instances again. */
  public Recovery waking(Instant at) {
    RecoveryDraft next = ofHibernation(at, State.HIBERNATED);
    next.state = State.GATHERED;
    next.tryAfter = Optional.empty();
    return next.done();
  }

  /** What a quorum acknowledged may not be in the source: from here on it is a loss like others. */
  public Recovery asLoss() {
    RecoveryDraft next = ofHibernation(stateSince, State.FENCING, State.GATHERED, State.TRIAL);
    next.action = Action.RESEED;
    return next.done();
  }

  /** The new generation serves, with all that the old one had acknowledged. */
  public Recovery woken(Optional<RevokedLeases> without, Instant at) {
    RecoveryDraft next = ofHibernation(at, State.SEEDING);
    next.revoked = without;
    next.state = State.ENDED;
    next.note = Optional.of("back from hibernation, with all data");
    return next.done();
  }

  private RecoveryDraft ofHibernation(Instant at, State... allowed) {
    if (action != Action.HIBERNATE) {
      throw new IllegalStateException("recovery " + id + " is a " + action + ", no hibernation");
    }
    return from(at, allowed);
  }

  /**
   * Whether the snapshot that an operator named is still to be restored. Once a trial has proved it
   * bad, what is fenced is salvaged as after a loss, so that nothing is lost.
   */
  public boolean rollsBack() {
    return action == Action.ROLLBACK && source.isPresent();
  }

  /**
   * An operator approves its plan, in place of one approved before. Nothing else changes: the
   * machine goes on as far as the approval holds.
   */
  public Recovery approved(Approval given) {
    if (action != Action.RESEED) {
      throw new IllegalStateException("recovery " + id + " is a " + action + ": it has its hash");
    }
    RecoveryDraft next =
        from(stateSince, State.SUSPECTED, State.FENCING, State.GATHERED, State.TRIAL);
    next.approval = Optional.of(given);
    return next.done();
  }

  /** Holders that still have data are to be stopped. */
  public Recovery fencing(Instant at) {
    RecoveryDraft next = from(at, State.SUSPECTED);
    next.state = State.FENCING;
    return next.done();
  }

  /** All holders are proved to hold nothing that can serve. */
  public Recovery gathered(Map<InstanceId, String> proofs, Instant at) {
    RecoveryDraft next = from(at, State.FENCING);
    next.state = State.GATHERED;
    next.holders = proofs;
    return next.done();
  }

  /** A snapshot is to be made of this fenced node's directory. */
  public Recovery salvaging(InstanceId instance, SnapshotId snapshot, Instant at) {
    RecoveryDraft next = from(at, State.GATHERED);
    if (openSalvage().isPresent()) {
      throw new IllegalStateException("recovery " + id + ": " + openSalvage().get() + " is open");
    }
    if (salvages.stream().anyMatch(made -> made.instance().equals(instance) && made.settled())) {
      throw new IllegalStateException("recovery " + id + ": " + instance + " is settled");
    }
    List<Salvage> all = new ArrayList<>(salvages);
    all.removeIf(made -> made.instance().equals(instance));
    long number = salvages.stream().mapToLong(Salvage::number).max().orElse(0) + 1;
    all.add(new Salvage(number, instance, snapshot, at, Salvage.State.OPEN, ""));
    next.salvages = all;
    next.tryAfter = Optional.empty();
    return next.done();
  }

  /** The open salvage ended so; one that could not be made may be made again, after a while. */
  public Recovery salvaged(
      Salvage.State how, String detail, Optional<Instant> tryAgainAfter, Instant at) {
    RecoveryDraft next = from(at, State.GATHERED);
    Salvage open =
        openSalvage()
            .orElseThrow(() -> new IllegalStateException("recovery " + id + ": no open salvage"));
    next.salvages =
        salvages.stream().map(made -> made.equals(open) ? made.ended(how, detail) : made).toList();
    next.tryAfter = tryAgainAfter;
    return next.done();
  }

  /** This snapshot is to be tried on this node. */
  public Recovery trying(RecoverySource chosen, InstanceId candidate, Instant at) {
    RecoveryDraft next = from(at, State.GATHERED);
    if (openSalvage().isPresent()) {
      throw new IllegalStateException("recovery " + id + ": " + openSalvage().get() + " is open");
    }
    if (passedOver.stream().anyMatch(bad -> bad.snapshot().equals(chosen.snapshot()))) {
      throw new IllegalStateException(
          "recovery " + id + ": snapshot " + chosen.snapshot() + " was proved bad");
    }
    long number = trial.map(RecoveryTrial::number).orElse(0L) + 1;
    next.state = State.TRIAL;
    next.source = Optional.of(chosen);
    next.trial = Optional.of(new RecoveryTrial(number, candidate, at, Optional.empty()));
    next.tryAfter = Optional.empty();
    return next.done();
  }

  /** The trial proved the source bad: it is not restored. */
  public Recovery passingOver(String because, Instant at) {
    RecoveryDraft next = from(at, State.TRIAL);
    List<PassedOver> bad = new ArrayList<>(passedOver);
    bad.add(new PassedOver(source.orElseThrow().snapshot(), because));
    next.state = State.GATHERED;
    next.passedOver = bad;
    next.salvages = Salvage.passingOver(salvages, source.get().snapshot(), because);
    next.source = Optional.empty();
    next.trial = trial.map(made -> failed(made, because));
    return next.done();
  }

  /** The trial could not be made, which says nothing about the source: it is tried again. */
  public Recovery tryingAgain(String because, Instant after, Instant at) {
    RecoveryDraft next = from(at, State.TRIAL);
    next.state = State.GATHERED;
    next.tryAfter = Optional.of(after);
    next.trial = trial.map(made -> failed(made, because));
    return next.done();
  }

  /**
   * The trial could not be made, for the source's objects could not be read: it is tried again, and
   * counted, so that an operator is told what else could be restored.
   */
  public Recovery notReading(String failure, String because, Instant after, Instant at) {
    RecoveryDraft next = new RecoveryDraft(tryingAgain(because, after, at));
    SnapshotId tried = source.orElseThrow().snapshot();
    InstanceId node = trial.orElseThrow().candidate();
    UnreadSource counted =
        unread(tried)
            .map(before -> before.again(node, failure, because))
            .orElseGet(() -> UnreadSource.first(tried, node, failure, because));
    List<UnreadSource> all = new ArrayList<>(unread);
    all.removeIf(before -> before.snapshot().equals(tried));
    all.add(counted);
    next.unread = all;
    return next.done();
  }

  /** How often this snapshot could not be read, where it could not. */
  public Optional<UnreadSource> unread(SnapshotId snapshot) {
    return unread.stream().filter(source -> source.snapshot().equals(snapshot)).findFirst();
  }

  /** The new generation is recorded, together with the lineage. */
  public Recovery committing(Map<InstanceId, String> proofs, CommittedGeneration next, Instant at) {
    if (!next.generation().equals(generation.next())) {
      throw new IllegalStateException(
          "recovery " + id + " of generation " + generation + ": refused " + next.generation());
    }
    RecoveryDraft draft = from(at, State.TRIAL);
    draft.state = State.COMMITTED;
    draft.holders = proofs;
    draft.committed = Optional.of(next);
    return draft.done();
  }

  /** The lineage mirror holds the new generation: the seeder may start it. */
  public Recovery seeding(Instant at) {
    RecoveryDraft next = from(at, State.COMMITTED);
    next.state = State.SEEDING;
    return next.done();
  }

  /** The new generation serves. */
  public Recovery serving(Optional<RevokedLeases> without, Instant at) {
    RecoveryDraft next = from(at, State.SEEDING);
    next.revoked = without;
    next.state = State.SERVING;
    return next.done();
  }

  /** A person has acknowledged what was lost. */
  public Recovery acknowledged(String by, Instant at) {
    RecoveryDraft next = from(at, State.SERVING);
    next.state = State.ENDED;
    next.note = Optional.of("acknowledged by " + by);
    return next.done();
  }

  /** Nothing is lost after all; nothing was committed. */
  public Recovery calledOff(String because, Instant at) {
    RecoveryDraft next = from(at, State.SUSPECTED, State.FENCING, State.GATHERED, State.TRIAL);
    next.state = State.ENDED;
    next.note = Optional.of("called off: " + because);
    return next.done();
  }

  /** The same, written by another turn. */
  public Recovery by(FencingToken writer) {
    RecoveryDraft next = new RecoveryDraft(this);
    next.token = writer;
    return next.done();
  }

  /** The name of the trial that runs, or ran last. */
  public Optional<String> trialId() {
    return trial.map(made -> id + "-trial-" + made.number());
  }

  /** The salvage under way. */
  public Optional<Salvage> openSalvage() {
    return salvages.stream().filter(made -> made.state() == Salvage.State.OPEN).findFirst();
  }

  /** Why the last trial or salvage that could not be made was not. */
  public Optional<String> lastFailure() {
    return trial
        .flatMap(RecoveryTrial::failed)
        .or(
            () ->
                salvages.stream()
                    .filter(made -> made.state() == Salvage.State.NOT_MADE)
                    .map(made -> "salvage on " + made.instance() + ": " + made.detail())
                    .reduce((older, newer) -> newer));
  }

  /** The fenced node of whose directory a snapshot was made in this recovery. */
  public Optional<InstanceId> salvagedOn(SnapshotId snapshot) {
    return salvages.stream()
        .filter(made -> made.snapshot().equals(snapshot))
        .map(Salvage::instance)
        .findFirst();
  }

  /** The name of a salvage, as its outcome carries it. */
  public String salvageId(Salvage salvage) {
    return id + "-salvage-" + salvage.number();
  }

  /** Who restores, or has restored, the source for the new generation. */
  public Optional<InstanceId> seeder() {
    return state.isCommitted() ? trial.map(RecoveryTrial::candidate) : Optional.empty();
  }

  private static RecoveryTrial failed(RecoveryTrial made, String because) {
    return new RecoveryTrial(made.number(), made.candidate(), made.since(), Optional.of(because));
  }

  private RecoveryDraft from(Instant at, State... allowed) {
    if (!List.of(allowed).contains(state)) {
      throw new IllegalStateException(
          "recovery " + id + " is " + state + ", expected one of " + List.of(allowed));
    }
    RecoveryDraft next = new RecoveryDraft(this);
    next.stateSince = at;
    return next;
  }
}
