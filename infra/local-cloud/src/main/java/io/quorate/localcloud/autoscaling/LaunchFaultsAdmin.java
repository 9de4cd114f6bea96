package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.JsonReplies;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * {@code /_cloud/launches/<group>}: POST {@code {"fault": "capacity"}} makes each launch of the
 * group fail from now on, by one of {@link LaunchFault}; DELETE ends that.
 */
public record LaunchFaultsAdmin(AutoScaling groups) implements ServiceEndpoint {
  /** The path prefix to register it under. */
  public static final String PREFIX = "/_cloud/launches";

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    String group = call.path().substring(PREFIX.length()).replaceFirst("^/", "");
    try {
      return switch (call.method()) {
        case "POST" -> fail(group, JsonBody.of(call));
        case "DELETE" -> {
          groups.launchAgain(group);
          yield JsonReplies.ok(Map.of("group", group, "fault", "none"));
        }
        default -> JsonReplies.methodNotAllowed(call, "POST, DELETE");
      };
    } catch (NoSuchElementException e) {
      return JsonReplies.notFound(String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return JsonReplies.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private HttpReply fail(String group, JsonBody body) throws IOException {
    LaunchFault fault = LaunchFault.of(body.text("fault").orElse(""));
    groups.failLaunches(group, fault);
    return JsonReplies.ok(Map.of("group", group, "fault", fault.name().toLowerCase(Locale.ROOT)));
  }
}
