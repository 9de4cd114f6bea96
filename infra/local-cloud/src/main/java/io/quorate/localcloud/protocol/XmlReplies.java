package io.quorate.localcloud.protocol;

import io.quorate.localcloud.wire.HttpReply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** The envelopes around results and errors of the query protocol and of EC2's variant of it. */
public enum XmlReplies {
  /** Auto Scaling's dialect. */
  QUERY("http://autoscaling.amazonaws.com/doc/2011-01-01/", "member") {
    @Override
    void result(Xml xml, String action, String requestId, Consumer<Xml> body) {
      xml.element(action + "Result", () -> body.accept(xml));
      xml.element("ResponseMetadata", () -> xml.text("RequestId", requestId));
    }

    @Override
    void error(Xml xml, AwsError error, String requestId) {
      xml.element(
          "ErrorResponse",
          namespace(),
          () -> {
            xml.element(
                "Error",
                () ->
                    xml.text("Type", error.status() < 500 ? "Sender" : "Receiver")
                        .text("Code", error.code())
                        .text("Message", error.text()));
            xml.text("RequestId", requestId);
          });
    }
  },
  /** EC2's dialect. */
  EC2("http://ec2.amazonaws.com/doc/2016-11-15/", "item") {
    @Override
    void result(Xml xml, String action, String requestId, Consumer<Xml> body) {
      xml.text("requestId", requestId);
      body.accept(xml);
    }

    @Override
    void error(Xml xml, AwsError error, String requestId) {
      xml.element(
          "Response",
          () -> {
            xml.element(
                "Errors",
                () ->
                    xml.element(
                        "Error",
                        () -> xml.text("Code", error.code()).text("Message", error.text())));
            xml.text("RequestID", requestId);
          });
    }
  };

  private final String namespace;
  private final String item;

  XmlReplies(String namespace, String item) {
    this.namespace = namespace;
    this.item = item;
  }

  abstract void result(Xml xml, String action, String requestId, Consumer<Xml> body);

  abstract void error(Xml xml, AwsError error, String requestId);

  final String namespace() {
    return namespace;
  }

  /** A reply with status 200 around the action's result. */
  public HttpReply ok(String action, Consumer<Xml> body) {
    String requestId = UUID.randomUUID().toString();
    Xml xml = new Xml(item);
    xml.element(action + "Response", namespace, () -> result(xml, action, requestId, body));
    return reply(200, xml, requestId);
  }

  /** A reply that refuses. */
  public HttpReply refusal(AwsError error) {
    String requestId = UUID.randomUUID().toString();
    Xml xml = new Xml(item);
    error(xml, error, requestId);
    return reply(error.status(), xml, requestId);
  }

  private static HttpReply reply(int status, Xml xml, String requestId) {
    return new HttpReply(
        status,
        Map.of("Content-Type", "text/xml;charset=UTF-8", "x-amzn-RequestId", requestId),
        xml.toString().getBytes(StandardCharsets.UTF_8));
  }
}
