package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.wire.HttpReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Errors in the shape that each service's clients expect, and the codes that each service uses. */
final class ErrorReplies {
  private ErrorReplies() {}

  static HttpReply of(ServiceRequest request, ErrorReply error) {
    return switch (request.protocol()) {
      case JSON -> json(request, error, "application/x-amz-json-1.0");
      case REST_JSON -> json(request, error, "application/json");
      case QUERY ->
          xml(
              error,
              "<ErrorResponse><Error><Type>%s</Type>%s</Error><RequestId>%s</RequestId></ErrorResponse>"
                  .formatted(blame(error), codeAndMessage(error), UUID.randomUUID()));
      case EC2 ->
          xml(
              error,
              "<Response><Errors><Error>%s</Error></Errors><RequestID>%s</RequestID></Response>"
                  .formatted(codeAndMessage(error), UUID.randomUUID()));
      case S3 ->
          xml(
              error,
              "<Error>%s<Resource>%s</Resource><RequestId>%s</RequestId></Error>"
                  .formatted(
                      codeAndMessage(error), escape(request.call().path()), UUID.randomUUID()));
    };
  }

  /** The service's own "you may not". */
  static ErrorReply denied(ServiceRequest request, String message) {
    return switch (request.protocol()) {
      case JSON ->
          new ErrorReply(
              request.service().equals("sqs") ? 403 : 400, "AccessDeniedException", message);
      case REST_JSON -> new ErrorReply(403, "AccessDeniedException", message);
      case QUERY, S3 -> new ErrorReply(403, "AccessDenied", message);
      case EC2 -> new ErrorReply(403, "UnauthorizedOperation", message);
    };
  }

  /** The service's own "slow down", which its clients retry. */
  static ErrorReply throttled(ServiceRequest request) {
    String message = "Rate exceeded (injected)";
    return switch (request.protocol()) {
      case JSON -> new ErrorReply(400, "ThrottlingException", message);
      case REST_JSON -> new ErrorReply(429, "TooManyRequestsException", message);
      case QUERY -> new ErrorReply(400, "Throttling", message);
      case EC2 -> new ErrorReply(503, "RequestLimitExceeded", message);
      case S3 -> new ErrorReply(503, "SlowDown", message);
    };
  }

  /** The service's own "my fault", which its clients retry. */
  static ErrorReply internal(ServiceRequest request, String message) {
    return switch (request.protocol()) {
      case JSON -> new ErrorReply(500, "InternalServerError", message);
      case REST_JSON -> new ErrorReply(500, "ServiceException", message);
      case QUERY -> new ErrorReply(500, "InternalFailure", message);
      case EC2, S3 -> new ErrorReply(500, "InternalError", message);
    };
  }

  private static HttpReply json(ServiceRequest request, ErrorReply error, String contentType) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType);
    headers.put("x-amzn-RequestId", UUID.randomUUID().toString());
    headers.put("x-amzn-ErrorType", error.code());
    if (request.service().equals("sqs")) {
      headers.put("x-amzn-query-error", error.code() + ";" + blame(error));
    }
    Map<String, String> body = new LinkedHashMap<>();
    body.put("__type", shapeOf(request, error));
    body.put("message", error.message());
    try {
      return new HttpReply(error.status(), headers, JSON.std.asBytes(body));
    } catch (IOException e) {
      throw new UncheckedIOException("a map of strings must be writable as JSON: " + body, e);
    }
  }

  private static String shapeOf(ServiceRequest request, ErrorReply error) {
    boolean modelled = request.service().equals("dynamodb") && !error.code().startsWith("Access");
    return (modelled ? "com.amazonaws.dynamodb.v20120810#" : "com.amazon.coral.service#")
        + error.code();
  }

  private static HttpReply xml(ErrorReply error, String body) {
    byte[] bytes = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + body).getBytes(UTF_8);
    return new HttpReply(error.status(), Map.of("Content-Type", "text/xml"), bytes);
  }

  private static String codeAndMessage(ErrorReply error) {
    return "<Code>%s</Code><Message>%s</Message>"
        .formatted(escape(error.code()), escape(error.message()));
  }

  private static String blame(ErrorReply error) {
    return error.status() >= 500 ? "Receiver" : "Sender";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
