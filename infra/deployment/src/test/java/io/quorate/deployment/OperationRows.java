package io.quorate.deployment;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each operation of AWS that the code calls, and what makes it in {@link EveryOperationTest}. */
final class OperationRows {
  private OperationRows() {}

  /** What makes the controller's turns call an operation, and where its failure is then told. */
  enum Scene {
    /** A voter's instance ends at EC2; told by the condition. */
    DEATH,
    /** The same; told in the lease alone, for the turn reads or writes no status without it. */
    DEATH_IN_LEASE,
    /** The same; told nowhere: not even the lease is taken, who looks sees CONTROLLER_SILENT. */
    DEATH_UNTOLD,
    /** The same; told by the conditions about the cluster's name, too. */
    NAME,
    /** A voter's instance waits at the termination hook. */
    HELD,
    /** None: an adapter makes it for an agent, an operator, or a decision of rare occasions. */
    ADAPTER
  }

  /**
   * A row.
   *
   * @param service as in {@code dynamodb}
   * @param operation as in {@code GetItem}
   * @param scene what makes it
   */
  record Row(String service, String operation, Scene scene) {
    /** A role of an older release may lack it; what the bucket denies is told object by object. */
    boolean mayBeDenied() {
      return operation.equals("DescribeScalingActivities") || service.equals("s3");
    }

    String name() {
      return service + " " + operation;
    }

    @Override
    public String toString() {
      return name();
    }
  }

  static final List<Row> ROWS =
      List.of(
          new Row("autoscaling", "DescribeAutoScalingGroups", Scene.DEATH),
          new Row("ec2", "DescribeInstances", Scene.DEATH),
          new Row("dynamodb", "TransactWriteItems", Scene.DEATH_IN_LEASE),
          new Row("s3", "ListObjectsV2", Scene.DEATH),
          new Row("route53", "ListResourceRecordSets", Scene.NAME),
          new Row("autoscaling", "TerminateInstanceInAutoScalingGroup", Scene.DEATH),
          new Row("autoscaling", "DescribeLifecycleHooks", Scene.DEATH),
          new Row("autoscaling", "DescribeScalingActivities", Scene.DEATH),
          new Row("autoscaling", "CompleteLifecycleAction", Scene.DEATH),
          new Row("autoscaling", "RecordLifecycleActionHeartbeat", Scene.HELD),
          new Row("ec2", "TerminateInstances", Scene.ADAPTER),
          new Row("dynamodb", "Query", Scene.DEATH_IN_LEASE),
          new Row("dynamodb", "GetItem", Scene.ADAPTER),
          new Row("dynamodb", "BatchGetItem", Scene.DEATH_IN_LEASE),
          new Row("dynamodb", "UpdateItem", Scene.DEATH_UNTOLD),
          new Row("dynamodb", "PutItem", Scene.ADAPTER),
          new Row("dynamodb", "DeleteItem", Scene.ADAPTER),
          new Row("s3", "GetObject", Scene.DEATH),
          new Row("s3", "PutObject", Scene.ADAPTER),
          new Row("s3", "HeadObject", Scene.ADAPTER),
          new Row("s3", "DeleteObject", Scene.ADAPTER),
          new Row("s3", "CreateMultipartUpload", Scene.ADAPTER),
          new Row("s3", "UploadPart", Scene.ADAPTER),
          new Row("s3", "CompleteMultipartUpload", Scene.ADAPTER),
          new Row("s3", "ListMultipartUploads", Scene.ADAPTER),
          new Row("s3", "AbortMultipartUpload", Scene.ADAPTER),
          new Row("route53", "ChangeResourceRecordSets", Scene.NAME));

  /** Who signs calls of one service by itself, and whose rows those are. */
  static final Map<String, String> SIGNED =
      Map.of(
          "Route53Zones", "route53",
          "LambdaHandover", "lambda",
          "SecretsManagerCalls", "secretsmanager");

  /**
   * A function that is not let invoke itself: CallOutcomesTest and SharesTest of the controller. An
   * agent that cannot read a password: {@link PasswordSecretsTest}.
   */
  static final Set<String> ELSEWHERE = Set.of("lambda", "secretsmanager");
}
