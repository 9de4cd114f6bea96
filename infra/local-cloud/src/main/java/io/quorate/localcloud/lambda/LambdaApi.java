package io.quorate.localcloud.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lambda's Invoke (2015-03-31) over the functions that are hosted here. */
public final class LambdaApi implements ServiceEndpoint {
  private static final Pattern INVOKE =
      Pattern.compile("/2015-03-31/functions/([^/]+)/invocations/?");

  private final Map<String, LambdaHost> functions = new ConcurrentHashMap<>();
  private final AsyncInvoker async;

  /** An API without functions yet; invocations of type Event go through the invoker. */
  public LambdaApi(AsyncInvoker async) {
    this.async = async;
  }

  /** Makes a function invokable under its name, in place of one of the same name. */
  public void add(LambdaHost host) {
    functions.put(host.function().name(), host);
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    Matcher invoke = INVOKE.matcher(call.path());
    if (!call.method().equals("POST") || !invoke.matches()) {
      return error(404, "UnknownOperationException", "only Invoke is served here: " + call.path());
    }
    String name = name(URLDecoder.decode(invoke.group(1), StandardCharsets.UTF_8));
    LambdaHost host = functions.get(name);
    if (host == null) {
      return error(
          404,
          "ResourceNotFoundException",
          "Function not found: " + name + "; served are " + functions.keySet());
    }
    return switch (call.header("X-Amz-Invocation-Type").orElse("RequestResponse")) {
      case "Event" -> {
        async.invoke(host, call.body());
        yield new HttpReply(202, Map.of(), new byte[0]);
      }
      case "DryRun" -> new HttpReply(204, Map.of(), new byte[0]);
      default -> reply(host.invoke(call.body()).join());
    };
  }

  // A name, name:qualifier, or an ARN with or without a qualifier.
  private static String name(String given) {
    String[] parts = given.split(":", -1);
    return parts.length >= 7 ? parts[6] : parts[0];
  }

  private static HttpReply reply(InvocationResult result) throws IOException {
    if (result.outcome() == InvocationOutcome.THROTTLED) {
      return error(429, "TooManyRequestsException", "Rate Exceeded.");
    }
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("X-Amz-Executed-Version", "$LATEST");
    headers.put("x-amzn-RequestId", result.requestId());
    if (!result.succeeded()) {
      headers.put("X-Amz-Function-Error", "Unhandled");
    }
    return new HttpReply(200, headers, result.payload());
  }

  private static HttpReply error(int status, String type, String message) throws IOException {
    return new HttpReply(
        status,
        Map.of("Content-Type", "application/json", "x-amzn-ErrorType", type),
        JSON.std.asBytes(Map.of("Type", "User", "message", message)));
  }
}
