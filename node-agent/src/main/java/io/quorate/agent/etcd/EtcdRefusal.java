package io.quorate.agent.etcd;

import java.util.List;
import java.util.Locale;

/** Why a call to etcd gave no result. */
public enum EtcdRefusal {
  /** Not reached, or it is stopping: the call had no effect, or is harmless to repeat. */
  UNAVAILABLE,
  /** No answer in time: it may or may not have taken effect. Observe before doing anything. */
  TIMEOUT_UNKNOWN_OUTCOME,
  /** A member with this peer URL is already listed. */
  PEER_URL_EXISTS,
  /** No member of this id. */
  MEMBER_NOT_FOUND,
  /** The learner lags too far behind the leader to be promoted. */
  LEARNER_NOT_READY,
  /** The member is a voter already. */
  NOT_A_LEARNER,
  /** etcd admits one learner at a time. */
  TOO_MANY_LEARNERS,
  /** The change would leave fewer started members than a quorum. */
  NOT_ENOUGH_STARTED,
  /** Not all voters have been connected for long enough: wait, or remove the dead one first. */
  UNHEALTHY_CLUSTER,
  /** The member knows no leader. */
  NO_LEADER,
  /** Only the leader takes this call. */
  NOT_LEADER,
  /** A learner serves no linearizable read and no such call. */
  LEARNER_READ_UNSUPPORTED,
  /** The credentials are missing, wrong or not sufficient. */
  AUTH,
  /** The database is at its quota. */
  NOSPACE,
  /** The cluster has found itself corrupt. */
  CORRUPT,
  /** Anything else; the message tells. */
  OTHER;

  private record Rule(String text, EtcdRefusal refusal) {}

  /** Parts of the messages in etcd's api/v3rpc/rpctypes/error.go, in lower case. */
  private static final List<Rule> BY_MESSAGE =
      List.of(
          new Rule("peer urls already exists", PEER_URL_EXISTS),
          // The id hashes URLs and the current second: the same URLs added twice within one.
          new Rule("member id already exist", PEER_URL_EXISTS),
          new Rule("member not found", MEMBER_NOT_FOUND),
          new Rule("in sync with leader", LEARNER_NOT_READY),
          new Rule("can only promote a learner member", NOT_A_LEARNER),
          new Rule("too many learner members", TOO_MANY_LEARNERS),
          new Rule("not enough started members", NOT_ENOUGH_STARTED),
          new Rule("unhealthy cluster", UNHEALTHY_CLUSTER),
          new Rule("no leader", NO_LEADER),
          new Rule("not leader", NOT_LEADER),
          new Rule("leader changed", TIMEOUT_UNKNOWN_OUTCOME),
          new Rule("request timed out", TIMEOUT_UNKNOWN_OUTCOME),
          new Rule("rpc not supported for learner", LEARNER_READ_UNSUPPORTED),
          new Rule("database space exceeded", NOSPACE),
          new Rule("corrupt cluster", CORRUPT),
          new Rule("permission denied", AUTH),
          new Rule("invalid auth token", AUTH),
          new Rule("user name is empty", AUTH),
          new Rule("authentication failed", AUTH),
          new Rule("server stopped", UNAVAILABLE));

  /**
   * Classifies by etcd's message first, then by the gRPC status code's name. An unavailable
   * connection counts as {@link #UNAVAILABLE} only if the request was not sent for sure.
   */
  public static EtcdRefusal of(String statusCode, String message, boolean maybeSent) {
    String lower = message.toLowerCase(Locale.ROOT);
    for (Rule rule : BY_MESSAGE) {
      if (lower.contains(rule.text())) {
        return rule.refusal();
      }
    }
    return switch (statusCode) {
      case "UNAVAILABLE" -> maybeSent ? TIMEOUT_UNKNOWN_OUTCOME : UNAVAILABLE;
      case "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL" -> TIMEOUT_UNKNOWN_OUTCOME;
      case "UNAUTHENTICATED", "PERMISSION_DENIED" -> AUTH;
      default -> OTHER;
    };
  }
}
