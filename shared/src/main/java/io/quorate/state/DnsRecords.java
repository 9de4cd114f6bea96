package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What the controller remembers of the records of the cluster's name.
 *
 * @param zone the hosted zone that holds them
 * @param name the name
 * @param mark the text by which the records are this cluster's, as Route 53 took it last; empty
 *     before they were written or found for the first time
 * @param intended the client URL of each member that the records are to tell
 * @param written the same, as Route 53 took it last
 * @param notReady members of the records that do not serve, and since when
 * @param lateSince since when the records are to be others than Route 53 took
 * @param readAt when they were last known to be what Route 53 holds; empty from an attempt to write
 *     them until its answer: they are read first
 * @param failure what Route 53 answered last, where it did not take them
 * @param putBack what somebody had changed, when it was found and put back
 */
public record DnsRecords(
    String zone,
    String name,
    Optional<String> mark,
    @Wire.Sparse Map<InstanceId, String> intended,
    @Wire.Sparse Map<InstanceId, String> written,
    @Wire.Sparse Map<InstanceId, Instant> notReady,
    Optional<Instant> lateSince,
    Optional<Instant> readAt,
    Optional<Failure> failure,
    Optional<PutBack> putBack) {
  /** Why Route 53 did not take the records; each has another way out. */
  public enum Obstacle {
    /** It did not answer, or answered with a fault of its own. */
    UNANSWERED,
    /** Too many calls of the account. */
    THROTTLED,
    /** The controller's role lacks the right, or the zone is another account's. */
    DENIED,
    /** No such zone. */
    NO_ZONE,
    /** It refused the change itself. */
    REFUSED,
    /** The name has records that are not this cluster's. */
    TAKEN
  }

  /**
   * The latest try that failed.
   *
   * @param words Route 53's error code, a colon and its message; after {@link #NAME_TAKEN} which
   *     records there are
   * @param at when
   */
  public record Failure(@Wire.Cut(Wire.WORDS) String words, Instant at) {
    /** Begins the words where the name has records of somebody else. */
    public static final String NAME_TAKEN = "NameTaken";

    /** Begins the words where no answer came. */
    public static final String NO_ANSWER = "NoAnswer";

    /** What kind of failure it is. */
    public Obstacle obstacle() {
      return switch (words.split(":", 2)[0]) {
        case NAME_TAKEN -> Obstacle.TAKEN;
        case "Throttling", "ThrottlingException", "PriorRequestNotComplete" -> Obstacle.THROTTLED;
        case "NoSuchHostedZone" -> Obstacle.NO_ZONE;
        case "AccessDenied", "AccessDeniedException", "InvalidClientTokenId", "ExpiredToken" ->
            Obstacle.DENIED;
        case "InvalidChangeBatch", "InvalidInput" -> Obstacle.REFUSED;
        default -> Obstacle.UNANSWERED;
      };
    }
  }

  /**
   * What somebody had changed by hand.
   *
   * @param words which records, and what was found in place of what
   * @param at when it was found
   */
  public record PutBack(@Wire.Cut(Wire.WORDS) String words, Instant at) {}

  public DnsRecords {
    intended = Map.copyOf(intended);
    written = Map.copyOf(written);
    notReady = Map.copyOf(notReady);
  }

  /** Nothing is known yet of this name. */
  public static DnsRecords unread(String zone, String name) {
    return new DnsRecords(
        zone,
        name,
        Optional.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether it is about this name in this zone. */
  public boolean of(String otherZone, String otherName) {
    return zone.equals(otherZone) && name.equals(otherName);
  }

  /** With these members that do not serve. */
  public DnsRecords notReady(Map<InstanceId, Instant> next) {
    return new DnsRecords(
        zone, name, mark, intended, written, next, lateSince, readAt, failure, putBack);
  }

  /** Once the records were found to be those written, at this time. */
  public DnsRecords compared(String found, Map<InstanceId, String> members, Instant at) {
    return new DnsRecords(
        zone,
        name,
        Optional.of(found),
        members,
        members,
        notReady,
        Optional.empty(),
        Optional.of(at),
        Optional.empty(),
        putBack);
  }

  /**
   * With the members that the records are about to tell. What Route 53 holds is not known from here
   * on, until its answer is recorded.
   */
  public DnsRecords intending(Map<InstanceId, String> members, Instant at) {
    return new DnsRecords(
        zone,
        name,
        mark,
        members,
        written,
        notReady,
        lateSince.or(() -> Optional.of(at)),
        Optional.empty(),
        failure,
        putBack);
  }

  /** Once Route 53 took the records that were intended, with this mark. */
  public DnsRecords taken(String next, Instant at) {
    return compared(next, intended, at);
  }

  /** Once Route 53 did not take, or not tell, the records, which were to tell these members. */
  public DnsRecords failed(Map<InstanceId, String> members, Failure next) {
    return new DnsRecords(
        zone,
        name,
        mark,
        members,
        written,
        notReady,
        members.equals(written) ? lateSince : lateSince.or(() -> Optional.of(next.at())),
        Optional.empty(),
        Optional.of(next),
        putBack);
  }

  /** With what somebody had changed, or without. */
  public DnsRecords puttingBack(Optional<PutBack> next) {
    return new DnsRecords(
        zone, name, mark, intended, written, notReady, lateSince, readAt, failure, next);
  }
}
