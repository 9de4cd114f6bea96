package io.quorate.localcloud.lambda;

import java.net.URI;
import java.nio.file.Path;

/**
 * Where functions run.
 *
 * @param home the cloud's folder; logs are {@code lambda/<function>/<environment>.log} below it
 * @param region AWS region that functions see
 * @param account AWS account of their ARNs
 * @param gateway the cloud's endpoint, given to functions as AWS_ENDPOINT_URL
 */
public record LambdaSettings(Path home, String region, String account, URI gateway) {
  /** Makes the home absolute. */
  public LambdaSettings {
    home = home.toAbsolutePath().normalize();
  }

  /** A function's ARN. */
  public String arn(String function) {
    return "arn:aws:lambda:%s:%s:function:%s".formatted(region, account, function);
  }
}
