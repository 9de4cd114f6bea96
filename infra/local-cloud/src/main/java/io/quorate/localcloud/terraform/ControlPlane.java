package io.quorate.localcloud.terraform;

import io.quorate.localcloud.events.EventPattern;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A control plane to deploy here: what the module's deployment.json says, or what Terraform created
 * from it.
 *
 * @param account of the resources
 * @param region of the resources
 * @param names of the resources, in full
 * @param tables the tables' keys
 * @param function the controller's function
 * @param queue the events' queue, and how it invokes the function
 * @param stream how the nodes table's stream invokes the function
 * @param scheduleEvery how often the safety net looks at every cluster
 * @param asyncRetries how often Lambda tries a failed scheduled invocation again
 * @param events rules that send events to the queue, by name
 */
public record ControlPlane(
    String account,
    String region,
    Names names,
    ControlPlaneModule.Tables tables,
    Function function,
    ControlPlaneModule.Queue queue,
    ControlPlaneModule.Stream stream,
    Duration scheduleEvery,
    int asyncRetries,
    Map<String, EventPattern> events) {
  private static final String LOCAL_ACCOUNT = "000000000000";
  private static final String LOCAL_REGION = "us-east-1";

  public ControlPlane {
    events = Map.copyOf(events);
  }

  /**
   * Full names.
   *
   * @param clustersTable the table of clusters
   * @param nodesTable the table of nodes
   * @param bucket of lineages and snapshots
   * @param queue of events
   * @param deadLetterQueue of events that failed too often
   * @param failuresQueue of what Lambda gave up
   * @param function the controller's
   * @param schedule the safety net's rule
   */
  public record Names(
      String clustersTable,
      String nodesTable,
      String bucket,
      String queue,
      String deadLetterQueue,
      String failuresQueue,
      String function,
      String schedule) {}

  /**
   * The function.
   *
   * @param handler its class
   * @param timeout after which an invocation is ended
   * @param memoryMb its memory in MiB
   * @param jvmFlags on the JVM's command line
   * @param environment variables and their values
   */
  public record Function(
      String handler,
      Duration timeout,
      int memoryMb,
      List<String> jvmFlags,
      Map<String, String> environment) {
    public Function {
      jvmFlags = List.copyOf(jvmFlags);
      environment = Map.copyOf(environment);
    }
  }

  /** What the module in this checkout deploys under its default name. */
  public static ControlPlane ofModule() {
    ControlPlaneModule module = ControlPlaneModule.get();
    Names names =
        new Names(
            module.name("clusters_table"),
            module.name("nodes_table"),
            module.name("bucket"),
            module.name("queue"),
            module.name("dead_letter_queue"),
            module.name("failures_queue"),
            module.name("function"),
            module.name("schedule"));
    return new ControlPlane(
        LOCAL_ACCOUNT,
        LOCAL_REGION,
        names,
        module.tables(),
        function(module.function(), names),
        module.queue(),
        module.stream(),
        module.scheduleEvery(),
        module.asyncRetries(),
        module.events());
  }

  private static Function function(ControlPlaneModule.Function told, Names names) {
    return new Function(
        told.handler(),
        told.timeout(),
        512,
        told.javaOptions(),
        told.environment().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getValue, part -> value(part.getKey(), names))));
  }

  private static String value(String part, Names names) {
    return switch (part) {
      case "clusters_table" -> names.clustersTable();
      case "nodes_table" -> names.nodesTable();
      case "bucket" -> names.bucket();
      default ->
          throw new IllegalStateException(
              "the function's variable %s has no value here: give it one".formatted(part));
    };
  }
}
