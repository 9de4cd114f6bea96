package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.JsonBody;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what a request does, in the words that IAM uses; always at least one thing. */
public final class AccessRequests {
  private final String region;
  private final String account;
  private final DynamoDbAccess dynamoDb;

  /**
   * For what is in one region and account.
   *
   * @param partitionKeys the key attribute of each table: rights on items depend on it
   */
  public AccessRequests(String region, String account, PartitionKeys partitionKeys) {
    this.region = region;
    this.account = account;
    this.dynamoDb =
        new DynamoDbAccess(
            "arn:aws:dynamodb:%s:%s:table/".formatted(region, account), partitionKeys);
  }

  List<AccessRequest> of(ServiceRequest request) throws IOException {
    return switch (request.service()) {
      case "dynamodb" -> dynamoDb.of(request);
      case "s3" -> S3Access.of(request);
      case "sqs" -> List.of(onQueue(request));
      case "autoscaling" -> List.of(onGroup(request));
      case "ec2" -> onInstances(request);
      case "route53" -> List.of(Route53Access.of(request));
      case "secretsmanager" -> List.of(onSecret(request));
      case LambdaAccess.SERVICE -> List.of(LambdaAccess.of(request, region, account));
      default -> List.of(AccessRequest.of(action(request), "*"));
    };
  }

  /** One that is named by less than its ARN is looked up by IAM under what was given. */
  private AccessRequest onSecret(ServiceRequest request) throws IOException {
    JsonBody body = JsonBody.of(request.call());
    return AccessRequest.of(
        action(request), body.text("SecretId").or(() -> body.text("Name")).orElse("*"));
  }

  private AccessRequest onQueue(ServiceRequest request) throws IOException {
    JsonBody body =
        request.protocol() == WireProtocol.JSON
            ? JsonBody.of(request.call())
            : new JsonBody(Map.of());
    // Who looks for a queue's URL has only its name.
    return AccessRequest.of(
        withoutBatch(action(request)),
        parameter(request, body, "QueueUrl")
            .or(() -> parameter(request, body, "QueueName"))
            .map(value -> value.substring(value.lastIndexOf('/') + 1))
            .map(name -> "arn:aws:sqs:%s:%s:%s".formatted(region, account, name))
            .orElse("*"));
  }

  /** A batch of messages is allowed by the right to the single one. */
  private static String withoutBatch(String action) {
    return action.endsWith("Batch") ? action.substring(0, action.length() - 5) : action;
  }

  private static Optional<String> parameter(ServiceRequest request, JsonBody body, String name) {
    return request.protocol() == WireProtocol.JSON
        ? body.text(name)
        : ServiceRequest.formOf(request.call()).flatMap(form -> form.first(name));
  }

  private AccessRequest onGroup(ServiceRequest request) {
    // A termination names the instance only: its id stands for its group, whose tags it has.
    String group =
        ServiceRequest.formOf(request.call())
            .flatMap(form -> form.first("AutoScalingGroupName").or(() -> form.first("InstanceId")))
            .orElse("*");
    boolean describes = request.operation().startsWith("Describe");
    String arn =
        "arn:aws:autoscaling:%s:%s:autoScalingGroup:*:autoScalingGroupName/%s"
            .formatted(region, account, group);
    return AccessRequest.of(action(request), describes ? "*" : arn);
  }

  private List<AccessRequest> onInstances(ServiceRequest request) {
    List<AccessRequest> named =
        request.operation().startsWith("Describe")
            ? List.of()
            : ServiceRequest.formOf(request.call()).stream()
                .flatMap(form -> form.values().entrySet().stream())
                .filter(parameter -> parameter.getKey().startsWith("InstanceId."))
                .flatMap(parameter -> parameter.getValue().stream())
                .map(
                    id ->
                        AccessRequest.of(
                            action(request),
                            "arn:aws:ec2:%s:%s:instance/%s".formatted(region, account, id)))
                .toList();
    return named.isEmpty() ? List.of(AccessRequest.of(action(request), "*")) : named;
  }

  private static String action(ServiceRequest request) {
    return request.service() + ":" + request.operation();
  }
}
