package io.quorate.localcloud.terraform;

import io.quorate.localcloud.gateway.PolicyDocument;
import java.util.Map;
import java.util.function.Function;

/**
 * Who may do what.
 *
 * @param controller what the function's code may do
 * @param runtime what Lambda may do in the function's name: take events, follow the stream
 * @param operator what people may do
 * @param bucket the bucket's own policy
 * @param agents what the agents of a cluster may do, by its name
 * @param keys ARNs of customer keys by ARN of the bucket or table that has them
 */
public record Rights(
    PolicyDocument controller,
    PolicyDocument runtime,
    PolicyDocument operator,
    PolicyDocument bucket,
    Function<String, PolicyDocument> agents,
    Map<String, String> keys) {
  public Rights {
    keys = Map.copyOf(keys);
  }
}
