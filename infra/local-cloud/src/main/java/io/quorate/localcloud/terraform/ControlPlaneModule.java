package io.quorate.localcloud.terraform;

import io.quorate.localcloud.events.EventPattern;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the module control-plane deploys, from its deployment.json.
 *
 * @param names of what is created, by part, without the control plane's name before them
 * @param tables the tables' keys
 * @param function the controller's function
 * @param queue the events' queue, and how it invokes the function
 * @param stream how the nodes table's stream invokes the function
 * @param scheduleEvery how often the safety net looks at every cluster
 * @param asyncRetries how often Lambda tries a failed scheduled invocation again
 * @param events rules that send events to the queue, by name
 */
public record ControlPlaneModule(
    Map<String, String> names,
    Tables tables,
    Function function,
    Queue queue,
    Stream stream,
    Duration scheduleEvery,
    int asyncRetries,
    Map<String, EventPattern> events) {
  /** The control plane's name unless Terraform is told another. */
  public static final String DEFAULT_NAME = "quorate";

  private static final ControlPlaneModule MODULE =
      ModuleJson.ofModule("control-plane", ControlPlaneModule::read);

  public ControlPlaneModule {
    names = Map.copyOf(names);
    events = Map.copyOf(events);
  }

  /**
   * Keys of the tables.
   *
   * @param partitionKey of both
   * @param clustersSortKey of the clusters table
   * @param nodesSortKey of the nodes table
   * @param nodesStream what the nodes table's stream shows
   */
  public record Tables(
      String partitionKey, String clustersSortKey, String nodesSortKey, String nodesStream) {}

  /**
   * The function.
   *
   * @param handler its class
   * @param timeout after which an invocation is ended
   * @param javaOptions of its JVM
   * @param environment names of its variables, by what they hold
   */
  public record Function(
      String handler,
      Duration timeout,
      List<String> javaOptions,
      Map<String, String> environment) {}

  /**
   * The events' queue.
   *
   * @param visibility how long an event stays away that a turn could not use
   * @param maxReceives how often it may fail before it goes to the dead letters
   * @param batchSize most events in one invocation
   * @param concurrency most invocations at once
   */
  public record Queue(Duration visibility, int maxReceives, int batchSize, int concurrency) {}

  /**
   * The nodes table's stream.
   *
   * @param batchSize most records in one invocation
   * @param maxRetries retries of a failing batch
   * @param bisect whether a failing batch is halved
   * @param filter which records reach the function
   */
  public record Stream(int batchSize, int maxRetries, boolean bisect, EventPattern filter) {}

  /** The module as it stands in this checkout. */
  public static ControlPlaneModule get() {
    return MODULE;
  }

  /** The full name of a part, like {@code quorate-events} of {@code queue}. */
  public String name(String part) {
    return DEFAULT_NAME
        + "-"
        + Optional.ofNullable(names.get(part))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no part %s in deployment.json, expected one of %s"
                            .formatted(part, names.keySet())));
  }

  private static ControlPlaneModule read(ModuleJson json) {
    return new ControlPlaneModule(
        json.texts("names"),
        json.section("tables", ControlPlaneModule::tables),
        json.section("function", ControlPlaneModule::function),
        json.section("queue", ControlPlaneModule::queue),
        json.section("stream", ControlPlaneModule::stream),
        json.section("schedule", schedule -> schedule.rate("expression")),
        json.section("async", async -> async.whole("max_retries")),
        json.patterns("events"));
  }

  private static Tables tables(ModuleJson json) {
    return new Tables(
        json.text("partition_key"),
        json.text("clusters_sort_key"),
        json.text("nodes_sort_key"),
        json.text("nodes_stream"));
  }

  private static Function function(ModuleJson json) {
    return new Function(
        json.text("handler"),
        json.seconds("timeout_seconds"),
        List.of(json.text("java_options").split(" ", -1)),
        json.texts("environment"));
  }

  private static Queue queue(ModuleJson json) {
    return new Queue(
        json.seconds("visibility_seconds"),
        json.whole("max_receives"),
        json.whole("batch_size"),
        json.whole("concurrency"));
  }

  private static Stream stream(ModuleJson json) {
    return new Stream(
        json.whole("batch_size"),
        json.whole("max_retries"),
        json.flag("bisect"),
        json.pattern("filter"));
  }
}
