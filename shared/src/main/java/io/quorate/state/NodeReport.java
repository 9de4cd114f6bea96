package io.quorate.state;

import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.wire.Wire;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What an agent tells beside its member's state.
 *
 * @param kinds names of the kinds of command, and of the abilities, that this agent knows beyond
 *     those that all releases know; a node is told only what it lists
 * @param holds whether it holds data, by its own proof
 * @param hibernating whether its etcd runs on loopback only, for a last snapshot
 * @param fenced that it is fenced for a recovery
 * @param taskOutcome of the latest command of the maintenance lane it ended
 * @param taskProgress the maintenance command under way, for people
 * @param revisionSeen the highest revision it ever reported, journalled
 * @param interruption that the cloud is about to take it
 * @param publicKey its public key
 * @param ownCertificates where certificates are not the controller's: how long they last
 * @param archived the directory on this disk that can never serve again, the last one
 * @param revoked the leases that it revoked as the seeder of its member's generation
 * @param accessRefused that its etcd's access control refuses the agent
 * @param space the room that its data has
 * @param putAside the data directories that it keeps out of etcd's path; absent where there is none
 * @param authRevision etcd's revision of users and roles, as the leader's agent saw it lately; 0
 *     where it is not told
 * @param closed whether its etcd listens for clients on loopback only, until access control is on
 */
public record NodeReport(
    @Wire.Sparse @Wire.Longest(4 * Wire.WORDS) Set<String> kinds,
    Optional<DataHolding> holds,
    @Wire.Sparse boolean hibernating,
    Optional<Fenced> fenced,
    @Lane.Only(Lane.MAINTENANCE) Optional<Outcome> taskOutcome,
    @Wire.Cut(Wire.WORDS) Optional<String> taskProgress,
    @Wire.Sparse @Wire.Count long revisionSeen,
    Optional<Interruption> interruption,
    @Wire.Longest(4 * Wire.WORDS) Optional<PublicKeyProof> publicKey,
    Optional<OwnCertificates> ownCertificates,
    @Wire.After("fenced") Optional<ArchivedLog> archived,
    Optional<RevokedLeases> revoked,
    Optional<AccessRefused> accessRefused,
    Optional<NodeSpace> space,
    Optional<PutAside> putAside,
    @Wire.Sparse @Wire.Count long authRevision,
    @Wire.Sparse boolean closed) {
  /** What an older release tells: nothing. */
  public static final NodeReport NOTHING =
      new NodeReport(
          Set.of(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          0,
          false);

  public NodeReport {
    kinds = Set.copyOf(kinds);
  }

  /** Without certificates of its own. */
  public NodeReport(
      Set<String> kinds,
      Optional<DataHolding> holds,
      boolean hibernating,
      Optional<Fenced> fenced,
      Optional<Outcome> taskOutcome,
      Optional<String> taskProgress,
      long revisionSeen,
      Optional<Interruption> interruption,
      Optional<PublicKeyProof> publicKey) {
    this(
        kinds,
        holds,
        hibernating,
        fenced,
        taskOutcome,
        taskProgress,
        revisionSeen,
        interruption,
        publicKey,
        Optional.empty());
  }

  /** Without an archived directory. */
  public NodeReport(
      Set<String> kinds,
      Optional<DataHolding> holds,
      boolean hibernating,
      Optional<Fenced> fenced,
      Optional<Outcome> taskOutcome,
      Optional<String> taskProgress,
      long revisionSeen,
      Optional<Interruption> interruption,
      Optional<PublicKeyProof> publicKey,
      Optional<OwnCertificates> ownCertificates) {
    this(
        kinds,
        holds,
        hibernating,
        fenced,
        taskOutcome,
        taskProgress,
        revisionSeen,
        interruption,
        publicKey,
        ownCertificates,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        false);
  }

  /** The same of an agent that knows these kinds and abilities. */
  public NodeReport knowing(Set<String> names) {
    return with(draft -> draft.kinds = names);
  }

  /** The same of an agent that was told this of its instance. */
  public NodeReport interrupted(Interruption word) {
    return with(draft -> draft.interruption = Optional.of(word));
  }

  /** The same with this directory archived on its disk. */
  public NodeReport archiving(ArchivedLog log) {
    return with(draft -> draft.archived = Optional.of(log));
  }

  /** The same of a seeder that revoked these. */
  public NodeReport revoking(RevokedLeases leases) {
    return with(draft -> draft.revoked = Optional.of(leases));
  }

  /** The same of an agent that its etcd refuses so. */
  public NodeReport refused(AccessRefused refused) {
    return with(draft -> draft.accessRefused = Optional.of(refused));
  }

  /** The same of a node whose data has this room. */
  public NodeReport having(NodeSpace room) {
    return with(draft -> draft.space = Optional.of(room));
  }

  /** The same with these directories out of etcd's path. */
  public NodeReport puttingAside(PutAside directories) {
    return with(draft -> draft.putAside = Optional.of(directories));
  }

  /** The same of a leader whose etcd has this revision of users and roles. */
  public NodeReport authAt(long revision) {
    return with(draft -> draft.authRevision = revision);
  }

  /** The same of a node whose etcd is closed to clients, or not. */
  public NodeReport closed(boolean toClients) {
    return with(draft -> draft.closed = toClients);
  }

  private NodeReport with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** A report in the making: another one's fields, of which some change. */
  private static final class Draft {
    private final NodeReport from;
    private Set<String> kinds;
    private Optional<Interruption> interruption;
    private Optional<ArchivedLog> archived;
    private Optional<RevokedLeases> revoked;
    private Optional<AccessRefused> accessRefused;
    private Optional<NodeSpace> space;
    private Optional<PutAside> putAside;
    private long authRevision;
    private boolean closed;

    Draft(NodeReport from) {
      this.from = from;
      kinds = from.kinds;
      interruption = from.interruption;
      archived = from.archived;
      revoked = from.revoked;
      accessRefused = from.accessRefused;
      space = from.space;
      putAside = from.putAside;
      authRevision = from.authRevision;
      closed = from.closed;
    }

    NodeReport done() {
      return new NodeReport(
          kinds,
          from.holds,
          from.hibernating,
          from.fenced,
          from.taskOutcome,
          from.taskProgress,
          from.revisionSeen,
          interruption,
          from.publicKey,
          from.ownCertificates,
          archived,
          revoked,
          accessRefused,
          space,
          putAside,
          authRevision,
          closed);
    }
  }

  /** Whether this agent knows a kind of command. */
  public boolean knows(Enum<?> kind) {
    return kinds.contains(kind.name());
  }
}
