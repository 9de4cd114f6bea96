package io.quorate.localcloud.data;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.wire.Glob;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts the capacity units of each request as AWS bills them, by who asked:
 *
 * <ol>
 *   <li>what DynamoDB reports;
 *   <li>the least that a read costs for each record that is not there, which DynamoDB Local reports
 *       as nothing ({@link LeastReads});
 *   <li>one unit for a request that failed, as a conditional write does, and two for each part of a
 *       transaction that did: that is for records of up to 1 KB, and nothing is reported.
 * </ol>
 */
public final class CapacityMeter {
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");

  private final Map<Key, DoubleAdder> units = new ConcurrentHashMap<>();

  private record Key(String principal, boolean write) {}

  /** The same service, metered. */
  public ServiceEndpoint before(ServiceEndpoint tables) {
    return call -> {
      String target = call.header("x-amz-target").orElse("");
      String operation = target.substring(target.indexOf('.') + 1);
      return DynamoDbServer.ITEM_OPERATIONS.contains(operation)
          ? metered(tables, call, WRITES.contains(operation))
          : tables.handle(call);
    };
  }

  private HttpReply metered(ServiceEndpoint tables, HttpCall call, boolean write)
      throws IOException {
    HttpReply reply = tables.handle(asking(call));
    JsonBody asked = JsonBody.of(call);
    units
        .computeIfAbsent(new Key(call.principal(), write), key -> new DoubleAdder())
        .add(reply.status() == 200 ? billed(asked, JsonBody.of(reply.body())) : failed(asked));
    return reply;
  }

  private static double billed(JsonBody asked, JsonBody reply) {
    return LeastReads.of(asked, reply).applyAsDouble(consumed(reply));
  }

  private static double failed(JsonBody asked) {
    return Math.max(1, 2 * asked.objects("TransactItems").size());
  }

  private static HttpCall asking(HttpCall call) throws IOException {
    Map<Object, Object> body = new LinkedHashMap<>(JSON.std.mapFrom(call.body()));
    body.put("ReturnConsumedCapacity", "TOTAL");
    return new HttpCall(
        call.method(),
        call.path(),
        call.query(),
        call.headers(),
        JSON.std.asBytes(body),
        call.principal());
  }

  private static double consumed(JsonBody reply) {
    List<JsonBody> several = reply.objects("ConsumedCapacity");
    List<JsonBody> all = several.isEmpty() ? List.of(reply.object("ConsumedCapacity")) : several;
    return all.stream()
        .flatMap(one -> one.number("CapacityUnits").stream())
        .mapToDouble(Number::doubleValue)
        .sum();
  }

  /** Read units of all principals that match. */
  public double reads(Glob principal) {
    return sum(principal, false);
  }

  /** Write units of all principals that match. */
  public double writes(Glob principal) {
    return sum(principal, true);
  }

  private double sum(Glob principal, boolean write) {
    return units.entrySet().stream()
        .filter(entry -> entry.getKey().write() == write)
        .filter(entry -> principal.matches(entry.getKey().principal()))
        .mapToDouble(entry -> entry.getValue().sum())
        .sum();
  }
}
