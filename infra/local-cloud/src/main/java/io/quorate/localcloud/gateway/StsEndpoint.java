package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/**
 * STS, of which the local cloud has GetCallerIdentity: a principal is a role of the same name.
 *
 * @param account the cloud's account
 */
public record StsEndpoint(String account) implements ServiceEndpoint {
  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    String action =
        ServiceRequest.formOf(call).flatMap(form -> form.first("Action")).orElse("none");
    if (!action.equals("GetCallerIdentity")) {
      throw new IOException("STS " + action + ": the local cloud has GetCallerIdentity only");
    }
    String xml =
        """
        <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <GetCallerIdentityResult>
            <Arn>arn:aws:sts::%1$s:assumed-role/%2$s/local</Arn>
            <UserId>%2$s</UserId>
            <Account>%1$s</Account>
          </GetCallerIdentityResult>
          <ResponseMetadata><RequestId>%3$s</RequestId></ResponseMetadata>
        </GetCallerIdentityResponse>
        """
            .formatted(account, call.principal(), UUID.randomUUID());
    return new HttpReply(200, Map.of("Content-Type", "text/xml"), xml.getBytes(UTF_8));
  }
}
