package io.quorate.localcloud.data;

import io.quorate.localcloud.wire.JsonBody;
import java.util.function.DoubleUnaryOperator;

/**
 * What AWS bills at least for a read: one unit, or half a unit where the read is eventually
 * consistent, for each record that is asked for by its key, there or not, and for each query.
 */
final class LeastReads {
  private LeastReads() {}

  /** Makes the units that were reported what AWS bills for the same request. */
  static DoubleUnaryOperator of(JsonBody asked, JsonBody reply) {
    double missing = 0;
    for (String table : asked.object("RequestItems").names()) {
      JsonBody wanted = asked.object("RequestItems").object(table);
      int answered =
          reply.object("Responses").objects(table).size()
              + reply.object("UnprocessedKeys").object(table).objects("Keys").size();
      missing += (wanted.objects("Keys").size() - answered) * least(wanted);
    }
    double added = missing;
    return asked.fields().containsKey("Key") || asked.fields().containsKey("KeyConditionExpression")
        ? reported -> Math.max(reported, least(asked))
        : reported -> reported + added;
  }

  private static double least(JsonBody read) {
    return Boolean.TRUE.equals(read.fields().get("ConsistentRead")) ? 1 : 0.5;
  }
}
