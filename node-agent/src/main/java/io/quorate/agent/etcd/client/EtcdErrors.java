package io.quorate.agent.etcd.client;

import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an error of a call to etcd means: that etcd refused the call, and why, or that nobody knows
 * whether it took effect.
 */
public final class EtcdErrors {
  private record Rule(String text, Optional<Refusal> refusal) {
    Rule(String text, Refusal refusal) {
      this(text, Optional.of(refusal));
    }
  }

  private static final Optional<Refusal> UNKNOWN = Optional.empty();

  /** Parts of the messages in etcd's api/v3rpc/rpctypes/error.go, in lower case. */
  private static final List<Rule> BY_MESSAGE =
      List.of(
          new Rule("peer urls already exists", Refusal.PEER_URL_EXISTS),
          // The id hashes URLs and the current second: the same URLs added twice within one.
          new Rule("member id already exist", Refusal.PEER_URL_EXISTS),
          new Rule("member not found", Refusal.MEMBER_NOT_FOUND),
          new Rule("in sync with leader", Refusal.LEARNER_NOT_READY),
          new Rule("can only promote a learner member", Refusal.NOT_A_LEARNER),
          new Rule("too many learner members", Refusal.TOO_MANY_LEARNERS),
          new Rule("not enough started members", Refusal.NOT_ENOUGH_STARTED),
          new Rule("unhealthy cluster", Refusal.UNHEALTHY_CLUSTER),
          new Rule("no leader", Refusal.NO_LEADER),
          new Rule("not leader", Refusal.NOT_LEADER),
          new Rule("leader changed", UNKNOWN),
          new Rule("request timed out", UNKNOWN),
          new Rule("rpc not supported for learner", Refusal.IS_LEARNER),
          new Rule("database space exceeded", Refusal.NOSPACE),
          new Rule("corrupt cluster", Refusal.CORRUPT),
          new Rule("permission denied", Refusal.AUTH),
          new Rule("invalid auth token", Refusal.AUTH),
          new Rule("user name is empty", Refusal.AUTH),
          new Rule("authentication failed", Refusal.AUTH),
          new Rule("server stopped", Refusal.UNAVAILABLE));

  private EtcdErrors() {}

  /**
   * Classifies by etcd's message first, then by the gRPC status code's name.
   *
   * @param maybeSent whether the request may have been sent; an unavailable connection counts as
   *     {@link Refusal#UNAVAILABLE} only if it was not sent for sure
   * @return why etcd refused the call; empty when it may have taken effect
   */
  public static Optional<Refusal> refusal(String statusCode, String message, boolean maybeSent) {
    String lower = message.toLowerCase(Locale.ROOT);
    for (Rule rule : BY_MESSAGE) {
      if (lower.contains(rule.text())) {
        return rule.refusal();
      }
    }
    return switch (statusCode) {
      case "UNAVAILABLE" -> maybeSent ? UNKNOWN : Optional.of(Refusal.UNAVAILABLE);
      case "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL" -> UNKNOWN;
      default -> Optional.of(Refusal.OTHER);
    };
  }

  /** The reply that an error amounts to, with this text for people. */
  public static <T> Reply<T> reply(
      String statusCode, String message, boolean maybeSent, String detail) {
    return refusal(statusCode, message, maybeSent)
        .<Reply<T>>map(why -> new Reply.Refused<>(why, detail))
        .orElseGet(() -> new Reply.Unknown<>(detail));
  }
}
