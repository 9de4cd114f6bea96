package io.quorate.localcloud.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Writes stream records as Lambda hands them to a function. */
final class StreamEventJson {
  private StreamEventJson() {}

  static byte[] write(List<Map<String, Object>> records) {
    try {
      return JSON.std.asBytes(Map.of("Records", records));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a DynamoDB event", e);
    }
  }

  static Map<String, Object> record(Record record, String streamArn, String region) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("eventID", record.eventID());
    map.put("eventName", record.eventNameAsString());
    map.put("eventVersion", record.eventVersion() == null ? "1.1" : record.eventVersion());
    map.put("eventSource", "aws:dynamodb");
    map.put("awsRegion", region);
    map.put("dynamodb", change(record.dynamodb()));
    map.put("eventSourceARN", streamArn);
    return map;
  }

  private static Map<String, Object> change(StreamRecord change) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (change.approximateCreationDateTime() != null) {
      map.put("ApproximateCreationDateTime", change.approximateCreationDateTime().getEpochSecond());
    }
    map.put("Keys", item(change.keys()));
    if (change.hasNewImage()) {
      map.put("NewImage", item(change.newImage()));
    }
    if (change.hasOldImage()) {
      map.put("OldImage", item(change.oldImage()));
    }
    map.put("SequenceNumber", change.sequenceNumber());
    map.put("SizeBytes", change.sizeBytes() == null ? 0 : change.sizeBytes());
    map.put("StreamViewType", change.streamViewTypeAsString());
    return map;
  }

  private static Map<String, Object> item(Map<String, AttributeValue> item) {
    Map<String, Object> map = new TreeMap<>();
    item.forEach((name, value) -> map.put(name, value(value)));
    return map;
  }

  private static Map<String, Object> value(AttributeValue value) {
    return switch (value.type()) {
      case S -> Map.of("S", value.s());
      case N -> Map.of("N", value.n());
      case B -> Map.of("B", base64(value.b()));
      case BOOL -> Map.of("BOOL", value.bool());
      case NUL -> Map.of("NULL", true);
      case SS -> Map.of("SS", value.ss());
      case NS -> Map.of("NS", value.ns());
      case BS -> Map.of("BS", value.bs().stream().map(StreamEventJson::base64).toList());
      case L -> Map.of("L", value.l().stream().map(StreamEventJson::value).toList());
      case M -> Map.of("M", item(value.m()));
      // DynamoDB Local's streams leave out an empty map, and what is left has no type.
      case UNKNOWN_TO_SDK_VERSION -> Map.of("M", Map.of());
    };
  }

  private static String base64(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArray());
  }
}
