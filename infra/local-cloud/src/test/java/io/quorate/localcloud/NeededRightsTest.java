package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Each right that Terraform grants is one that the code uses, and the other way round. */
class NeededRightsTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path SHARED = ROOT.resolve("shared/src/main/java");
  private static final Pattern CALL = Pattern.compile("\\.\\s*(\\w+)\\(");
  private static final List<Class<?>> CLIENTS =
      List.of(
          DynamoDbClient.class,
          S3Client.class,
          SqsClient.class,
          AutoScalingClient.class,
          Ec2Client.class);

  /** What IAM asks about for each call of the SDK that the code makes. */
  private static final Map<String, Set<String>> ACTIONS =
      Map.ofEntries(
          Map.entry("getItem", Set.of("dynamodb:GetItem")),
          Map.entry("batchGetItem", Set.of("dynamodb:BatchGetItem")),
          Map.entry("query", Set.of("dynamodb:Query")),
          Map.entry("putItem", Set.of("dynamodb:PutItem")),
          Map.entry("updateItem", Set.of("dynamodb:UpdateItem")),
          Map.entry("deleteItem", Set.of("dynamodb:DeleteItem")),
          Map.entry(
              "transactWriteItems",
              Set.of("dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:ConditionCheckItem")),
          Map.entry("getObject", Set.of("s3:GetObject")),
          Map.entry("headObject", Set.of("s3:GetObject")),
          Map.entry("putObject", Set.of("s3:PutObject")),
          Map.entry("createMultipartUpload", Set.of("s3:PutObject")),
          Map.entry("uploadPart", Set.of("s3:PutObject")),
          Map.entry("completeMultipartUpload", Set.of("s3:PutObject")),
          Map.entry("abortMultipartUpload", Set.of("s3:AbortMultipartUpload")),
          Map.entry("deleteObject", Set.of("s3:DeleteObject")),
          Map.entry("listObjectsV2Paginator", Set.of("s3:ListBucket")),
          Map.entry("listMultipartUploadsPaginator", Set.of("s3:ListBucketMultipartUploads")),
          Map.entry("sendMessage", Set.of("sqs:SendMessage")),
          Map.entry("invoke", Set.of("lambda:InvokeFunction")),
          Map.entry("describeInstancesPaginator", Set.of("ec2:DescribeInstances")),
          Map.entry("terminateInstances", Set.of("ec2:TerminateInstances")),
          Map.entry("describeAutoScalingGroups", Set.of("autoscaling:DescribeAutoScalingGroups")),
          Map.entry(
              "describeAutoScalingGroupsPaginator",
              Set.of("autoscaling:DescribeAutoScalingGroups")),
          Map.entry("describeLifecycleHooks", Set.of("autoscaling:DescribeLifecycleHooks")),
          Map.entry("describeScalingActivities", Set.of("autoscaling:DescribeScalingActivities")),
          Map.entry("completeLifecycleAction", Set.of("autoscaling:CompleteLifecycleAction")),
          Map.entry(
              "recordLifecycleActionHeartbeat",
              Set.of("autoscaling:RecordLifecycleActionHeartbeat")),
          Map.entry(
              "terminateInstanceInAutoScalingGroup",
              Set.of("autoscaling:TerminateInstanceInAutoScalingGroup")));

  private static final Set<String> STORE =
      Set.of("getItem", "batchGetItem", "query", "putItem", "updateItem");

  /** Who calls what: of the shared modules each role uses a part. */
  private static final List<Role> ROLES =
      List.of(
          Role.of(
              "modules/etcd-cluster/policies/agent.json",
              "node-agent",
              Set.of(
                  "getObject",
                  // S3 tells who may list, and only them, that an object is not there.
                  "listObjectsV2Paginator",
                  "headObject",
                  "putObject",
                  "createMultipartUpload",
                  "uploadPart",
                  "completeMultipartUpload",
                  "abortMultipartUpload"),
              Set.of()),
          Role.of(
              "modules/control-plane/policies/controller.json",
              "controller-lambda",
              Set.of(
                  "transactWriteItems",
                  "deleteItem",
                  "getObject",
                  "headObject",
                  "putObject",
                  "deleteObject",
                  "listObjectsV2Paginator",
                  "listMultipartUploadsPaginator",
                  "abortMultipartUpload",
                  "describeInstancesPaginator",
                  "terminateInstances",
                  "describeAutoScalingGroups",
                  "describeAutoScalingGroupsPaginator",
                  "terminateInstanceInAutoScalingGroup",
                  "describeLifecycleHooks",
                  "describeScalingActivities",
                  "completeLifecycleAction",
                  "recordLifecycleActionHeartbeat"),
              // Of itself, over the SDK's HTTP client: LambdaHandover.
              Set.of("invoke")),
          Role.of(
              "modules/control-plane/policies/operator.json",
              "infra/cli",
              Set.of(
                  "transactWriteItems",
                  "getObject",
                  "putObject",
                  "createMultipartUpload",
                  "uploadPart",
                  "completeMultipartUpload",
                  "abortMultipartUpload",
                  "sendMessage",
                  // By the controller's class that reads the cloud.
                  "describeInstancesPaginator",
                  "describeAutoScalingGroups"),
              // Else a download of what is not there is answered with "denied".
              Set.of("listObjectsV2Paginator")));

  /**
   * A role and its document.
   *
   * @param calls which the code makes
   * @param granted these, and others that are granted for a documented path
   */
  record Role(String policy, String module, Set<String> calls, Set<String> granted) {
    static Role of(String policy, String module, Set<String> calls, Set<String> documented) {
      Set<String> all = union(STORE, calls);
      return new Role(policy, module, all, union(all, documented));
    }

    @Override
    public String toString() {
      return policy;
    }
  }

  static List<Role> roles() {
    return ROLES;
  }

  @ParameterizedTest
  @MethodSource("roles")
  void whatIsGrantedIsWhatIsCalled(Role role) throws IOException {
    Set<String> needed =
        role.granted().stream()
            .flatMap(call -> Objects.requireNonNull(ACTIONS.get(call), call).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(actionsOf(role.policy())).as(role.policy()).isEqualTo(needed);
  }

  @ParameterizedTest
  @MethodSource("roles")
  void whatARolesModuleCallsIsItsOwn(Role role) throws IOException {
    assertThat(callsIn(ROOT.resolve(role.module()).resolve("src/main/java")))
        .as("calls of the SDK in %s; a new one needs a right in %s", role.module(), role.policy())
        .isSubsetOf(role.granted());
  }

  @Test
  void noRoleHasACallThatNoCodeMakes() throws IOException {
    Set<String> made = new TreeSet<>(callsIn(SHARED));
    for (Role role : ROLES) {
      made.addAll(callsIn(ROOT.resolve(role.module()).resolve("src/main/java")));
    }
    Set<String> claimed =
        ROLES.stream()
            .flatMap(role -> role.calls().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> documented =
        ROLES.stream()
            .flatMap(role -> role.granted().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(made).containsAll(claimed).isSubsetOf(documented);
  }

  /** The operations of clients that sources call which import such a client. */
  private static Set<String> callsIn(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(NeededRightsTest::callsOf)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Stream<String> callsOf(Path file) {
    try {
      String source = Files.readString(file);
      Set<String> operations =
          CLIENTS.stream()
              .filter(client -> source.contains("import " + client.getName() + ";"))
              .flatMap(NeededRightsTest::operations)
              .collect(Collectors.toSet());
      return CALL.matcher(source).results().map(call -> call.group(1)).filter(operations::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> operations(Class<?> client) {
    return Arrays.stream(client.getMethods())
        .filter(method -> method.getDeclaringClass() == client)
        .filter(
            method ->
                Arrays.stream(method.getParameterTypes())
                    .anyMatch(type -> type.getSimpleName().endsWith("Request")))
        .map(Method::getName);
  }

  private static Set<String> actionsOf(String policy) throws IOException {
    Map<String, Object> document =
        JSON.std.mapFrom(Files.readString(ROOT.resolve("terraform").resolve(policy)));
    Set<String> actions = new TreeSet<>();
    for (Object statement : (List<?>) Objects.requireNonNull(document.get("Statement"), policy)) {
      Object action = ((Map<?, ?>) statement).get("Action");
      if (action instanceof Collection<?> several) {
        several.forEach(one -> actions.add(one.toString()));
      } else {
        actions.add(String.valueOf(action));
      }
    }
    return actions;
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    return Stream.concat(one.stream(), other.stream()).collect(Collectors.toSet());
  }
}
