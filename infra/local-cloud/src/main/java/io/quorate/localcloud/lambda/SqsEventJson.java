package io.quorate.localcloud.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Writes a batch of messages as Lambda hands it to a function. */
final class SqsEventJson {
  private SqsEventJson() {}

  static byte[] write(List<Message> messages, String queueArn, String region) {
    List<Map<String, Object>> records =
        messages.stream().map(message -> message(message, queueArn, region)).toList();
    try {
      return JSON.std.asBytes(Map.of("Records", records));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write an SQS event", e);
    }
  }

  private static Map<String, Object> message(Message message, String queueArn, String region) {
    Map<String, Object> attributes = new TreeMap<>(message.attributesAsStrings());
    Map<String, Object> custom = new TreeMap<>();
    message.messageAttributes().forEach((name, value) -> custom.put(name, attribute(value)));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("messageId", message.messageId());
    map.put("receiptHandle", message.receiptHandle());
    map.put("body", message.body());
    map.put("attributes", attributes);
    map.put("messageAttributes", custom);
    map.put("md5OfBody", message.md5OfBody());
    map.put("eventSource", "aws:sqs");
    map.put("eventSourceARN", queueArn);
    map.put("awsRegion", region);
    return map;
  }

  private static Map<String, Object> attribute(MessageAttributeValue value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value.stringValue() != null) {
      map.put("stringValue", value.stringValue());
    }
    map.put("stringListValues", List.of());
    map.put("binaryListValues", List.of());
    map.put("dataType", value.dataType());
    return map;
  }
}
