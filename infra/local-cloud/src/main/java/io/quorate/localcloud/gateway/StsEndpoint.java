package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * STS: a principal is a role of the same name, and whoever assumes a role gets keys whose id is the
 * role's name. The session's name is in the session token.
 *
 * @param account the cloud's account
 */
public record StsEndpoint(String account) implements ServiceEndpoint {
  private static final Duration LIFE = Duration.ofHours(1);
  private static final String SESSION = "local-session-";
  private static final Pattern ROLE =
      Pattern.compile("arn:aws[a-z-]*:iam::\\d{12}:role/(?:.*/)?([\\w+=,.@-]+)");
  private static final Pattern NAME = Pattern.compile("[\\w+=,.@-]{2,64}");

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    FormParameters form = ServiceRequest.formOf(call).orElse(FormParameters.parse(""));
    String action = form.first("Action").orElse("none");
    return switch (action) {
      case "GetCallerIdentity" -> identity(call);
      case "AssumeRole", "AssumeRoleWithWebIdentity" -> assumed(call, action, form);
      default ->
          throw new IOException(
              "STS "
                  + action
                  + ": the local cloud has GetCallerIdentity, AssumeRole and"
                  + " AssumeRoleWithWebIdentity only");
    };
  }

  private HttpReply identity(HttpCall call) {
    String session =
        call.header("x-amz-security-token")
            .filter(token -> token.startsWith(SESSION))
            .map(token -> token.substring(SESSION.length()))
            .orElse("local");
    return answer(
        "GetCallerIdentity",
        """
            <Arn>arn:aws:sts::%1$s:assumed-role/%2$s/%3$s</Arn>
            <UserId>%2$s:%3$s</UserId>
            <Account>%1$s</Account>
        """
            .formatted(account, call.principal(), session));
  }

  private HttpReply assumed(HttpCall call, String action, FormParameters form) {
    Matcher role = ROLE.matcher(form.first("RoleArn").orElse(""));
    Optional<String> session = form.first("RoleSessionName").filter(NAME.asMatchPredicate());
    if (!role.matches() || session.isEmpty()) {
      return refused(call, 400, "ValidationError", "RoleArn or RoleSessionName is not valid");
    }
    if (action.equals("AssumeRoleWithWebIdentity")
        && form.first("WebIdentityToken").filter(token -> !token.isBlank()).isEmpty()) {
      return refused(
          call, 400, "InvalidIdentityToken", "the token that was passed in is not valid");
    }
    return answer(
        action,
        """
            <AssumedRoleUser>
              <Arn>arn:aws:sts::%1$s:assumed-role/%2$s/%3$s</Arn>
              <AssumedRoleId>%2$s:%3$s</AssumedRoleId>
            </AssumedRoleUser>
            <Credentials>
              <AccessKeyId>%2$s</AccessKeyId>
              <SecretAccessKey>local</SecretAccessKey>
              <SessionToken>%4$s%3$s</SessionToken>
              <Expiration>%5$s</Expiration>
            </Credentials>
        """
            .formatted(
                account,
                role.group(1),
                session.get(),
                SESSION,
                Instant.now().plus(LIFE).truncatedTo(ChronoUnit.SECONDS)));
  }

  private static HttpReply refused(HttpCall call, int status, String code, String why) {
    return ErrorReplies.of(
        ServiceRequest.of(call, Optional.empty()), new ErrorReply(status, code, why));
  }

  private static HttpReply answer(String action, String result) {
    String xml =
        """
        <%1$sResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <%1$sResult>
        %2$s
          </%1$sResult>
          <ResponseMetadata><RequestId>%3$s</RequestId></ResponseMetadata>
        </%1$sResponse>
        """
            .formatted(action, result, UUID.randomUUID());
    return new HttpReply(200, Map.of("Content-Type", "text/xml"), xml.getBytes(UTF_8));
  }
}
