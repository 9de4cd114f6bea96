package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import java.util.Map;
import java.util.Optional;

/**
 * A call with the service and the operation that it asks for.
 *
 * @param service the signing name, as in {@code dynamodb}, {@code autoscaling}
 * @param operation as in {@code PutItem}; "Unknown" where the request names none
 * @param protocol how it is written, and so how an error to it must be
 * @param call the request itself
 */
record ServiceRequest(String service, String operation, WireProtocol protocol, HttpCall call) {
  private static final Map<String, String> SERVICE_OF_TARGET =
      Map.of(
          "DynamoDB_20120810", "dynamodb",
          "DynamoDBStreams_20120810", "dynamodb",
          "AmazonSQS", "sqs",
          "AWSEvents", "events",
          "secretsmanager", "secretsmanager");
  private static final Map<String, String> SERVICE_OF_VERSION =
      Map.of(
          "2011-01-01", "autoscaling",
          "2016-11-15", "ec2",
          "2011-06-15", "sts",
          "2012-11-05", "sqs");

  /** Reads a call; without a signature, its target or version tells the service, else it is S3. */
  static ServiceRequest of(HttpCall call, Optional<Signature> signature) {
    Optional<String[]> target =
        call.header("x-amz-target").map(value -> value.split("\\.", 2)).filter(p -> p.length == 2);
    if (target.isPresent()) {
      String[] parts = target.get();
      String service =
          signature
              .map(Signature::service)
              .orElse(SERVICE_OF_TARGET.getOrDefault(parts[0], parts[0]));
      return new ServiceRequest(service, parts[1], WireProtocol.JSON, call);
    }
    Optional<FormParameters> form = formOf(call).filter(parameters -> parameters.has("Action"));
    if (form.isPresent()) {
      String version = form.get().first("Version").orElse("");
      String service =
          signature
              .map(Signature::service)
              .orElse(SERVICE_OF_VERSION.getOrDefault(version, "unknown"));
      WireProtocol protocol = service.equals("ec2") ? WireProtocol.EC2 : WireProtocol.QUERY;
      return new ServiceRequest(service, form.get().first("Action").orElseThrow(), protocol, call);
    }
    String service = signature.map(Signature::service).orElse("s3");
    if (service.equals("route53")) {
      return new ServiceRequest(service, Route53Access.operation(call), WireProtocol.QUERY, call);
    }
    if (service.equals(LambdaAccess.SERVICE)) {
      return new ServiceRequest(
          service, LambdaAccess.operation(call), WireProtocol.REST_JSON, call);
    }
    return service.equals("s3")
        ? new ServiceRequest(service, S3Operation.nameOf(call), WireProtocol.S3, call)
        : new ServiceRequest(service, "Unknown", WireProtocol.REST_JSON, call);
  }

  /** The form of a query-protocol request, from its body or else from its query string. */
  static Optional<FormParameters> formOf(HttpCall call) {
    boolean encoded =
        call.header("content-type")
            .filter(type -> type.startsWith("application/x-www-form-urlencoded"))
            .isPresent();
    if (encoded && call.body().length > 0) {
      return Optional.of(FormParameters.parse(new String(call.body(), UTF_8)));
    }
    return call.query().isEmpty()
        ? Optional.empty()
        : Optional.of(FormParameters.parse(call.query()));
  }
}
