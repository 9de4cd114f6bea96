package io.quorate.request;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Map;

/**
 * What an operator asked for: record {@code request#<id>}. The command writes it once; a rule of
 * the controller takes it up and closes it.
 *
 * @param id time-ordered and unique
 * @param kind what is asked for
 * @param arguments by name
 * @param by who asked, for people
 * @param at when, by the operator's clock
 * @param state how far it has come
 * @param detail how it goes or ended, in words for people
 * @param result what came of it, by name
 */
public record Request(
    @Wire.Name("requestId") String id,
    RequestKind kind,
    Map<String, String> arguments,
    String by,
    Instant at,
    State state,
    String detail,
    Map<String, String> result) {
  /** The argument that names one instance. */
  public static final String INSTANCE = "instance";

  /** How far a request has come. */
  public enum State {
    /** Nobody has looked at it. */
    OPEN,
    /** It is under way; {@code result} names what it waits for. */
    TAKEN_UP,
    /** What it asked for holds. */
    DONE,
    /** It cannot be done; nothing was changed. */
    REFUSED,
    /** It was tried and failed. */
    FAILED;

    /** Whether nothing more comes of it. */
    public boolean closed() {
      return this == DONE || this == REFUSED || this == FAILED;
    }
  }

  public Request {
    arguments = Map.copyOf(arguments);
    result = Map.copyOf(result);
  }

  /** A new request. */
  public static Request open(
      String id, RequestKind kind, Map<String, String> arguments, String by, Instant at) {
    return new Request(id, kind, arguments, by, at, State.OPEN, "", Map.of());
  }

  /** The same in another state; refuses to open a closed one again. */
  public Request in(State next, String words, Map<String, String> found) {
    if (state.closed()) {
      throw new IllegalStateException("request " + id + " is " + state + ": it is over");
    }
    return new Request(id, kind, arguments, by, at, next, words, found);
  }
}
