package io.quorate.localcloud.wire;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/** Replies of the paths under {@code /_cloud/}. */
public final class JsonReplies {
  private static final JSON PRETTY = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

  private JsonReplies() {}

  /** 200 with a value of maps, lists, strings and numbers. */
  public static HttpReply ok(Object value) throws IOException {
    return of(200, value);
  }

  /** 400 with what was wrong and what to do. */
  public static HttpReply badRequest(String message) throws IOException {
    return of(400, Map.of("error", message));
  }

  /** 404 with what was asked for and what there is. */
  public static HttpReply notFound(String message) throws IOException {
    return of(404, Map.of("error", message));
  }

  /** 405 with the methods that the path has. */
  public static HttpReply methodNotAllowed(HttpCall call, String allowed) throws IOException {
    return of(
        405, Map.of("error", call.method() + " " + call.path() + ": expected one of " + allowed));
  }

  private static HttpReply of(int status, Object value) throws IOException {
    return new HttpReply(status, Map.of("Content-Type", "application/json"), PRETTY.asBytes(value));
  }
}
