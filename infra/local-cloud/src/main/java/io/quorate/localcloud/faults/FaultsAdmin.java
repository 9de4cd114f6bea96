package io.quorate.localcloud.faults;

import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.JsonReplies;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * {@code /_cloud/faults}: GET lists the rules, POST adds one, DELETE removes all, DELETE with
 * {@code /id} one.
 */
public record FaultsAdmin(Faults faults) implements ServiceEndpoint {
  /** Where it is. */
  public static final String PATH = "/_cloud/faults";

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    String id = call.path().substring(PATH.length()).replaceFirst("^/", "");
    return switch (call.method()) {
      case "GET" -> list();
      case "POST" -> add(JsonBody.of(call));
      case "DELETE" -> remove(id);
      default -> JsonReplies.methodNotAllowed(call, "GET, POST, DELETE");
    };
  }

  private HttpReply list() throws IOException {
    return JsonReplies.ok(faults.rules().stream().map(FaultRuleJson::write).toList());
  }

  private HttpReply add(JsonBody body) throws IOException {
    try {
      FaultRule rule = FaultRuleJson.read(body);
      faults.add(rule);
      return JsonReplies.ok(FaultRuleJson.write(rule));
    } catch (IllegalArgumentException e) {
      return JsonReplies.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private HttpReply remove(String id) throws IOException {
    if (id.isEmpty()) {
      faults.clear();
      return JsonReplies.ok(List.of());
    }
    List<String> known = faults.rules().stream().map(FaultRule::id).toList();
    return faults.remove(id)
        ? JsonReplies.ok(Map.of("removed", id))
        : JsonReplies.notFound("no fault \"" + id + "\"; there are " + known);
  }
}
