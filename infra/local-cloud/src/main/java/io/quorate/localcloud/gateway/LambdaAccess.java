package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests to Lambda, in IAM's words: its API says by method and path what it is asked. */
final class LambdaAccess {
  static final String SERVICE = "lambda";

  private static final Pattern INVOKE =
      Pattern.compile("/2015-03-31/functions/([^/]+)/invocations/?");
  private static final String ARN = "arn:aws:lambda:";

  private LambdaAccess() {}

  static String operation(HttpCall call) {
    return call.method().equals("POST") && INVOKE.matcher(call.path()).matches()
        ? "Invoke"
        : "Unknown";
  }

  static AccessRequest of(ServiceRequest request, String region, String account) {
    Matcher invoke = INVOKE.matcher(request.call().path());
    if (!invoke.matches()) {
      return AccessRequest.of("lambda:" + request.operation(), "*");
    }
    String name = URLDecoder.decode(invoke.group(1), StandardCharsets.UTF_8);
    String function =
        name.startsWith("arn:") ? name : ARN + region + ":" + account + ":function:" + name;
    return AccessRequest.of(
        "lambda:InvokeFunction",
        qualifier(request.call()).map(alias -> function + ":" + alias).orElse(function));
  }

  private static Optional<String> qualifier(HttpCall call) {
    return call.query().isEmpty()
        ? Optional.empty()
        : FormParameters.parse(call.query()).first("Qualifier");
  }
}
