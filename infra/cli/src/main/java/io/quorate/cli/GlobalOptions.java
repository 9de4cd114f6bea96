package io.quorate.cli;

import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that every command takes. */
final class GlobalOptions {
  /** The forms of output. */
  enum Output {
    /** For people. */
    text,
    /** For programs. */
    json
  }

  @Option(
      names = "--clusters-table",
      paramLabel = "TABLE",
      defaultValue = "${env:QUORATE_CLUSTERS_TABLE:-quorate-clusters}",
      description = "The clusters table; env QUORATE_CLUSTERS_TABLE, by default quorate-clusters.")
  private String clustersTable = "quorate-clusters";

  @Option(
      names = "--nodes-table",
      paramLabel = "TABLE",
      defaultValue = "${env:QUORATE_NODES_TABLE:-quorate-nodes}",
      description = "The nodes table; env QUORATE_NODES_TABLE, by default quorate-nodes.")
  private String nodesTable = "quorate-nodes";

  @Option(
      names = "--events-queue",
      paramLabel = "URL",
      defaultValue = "${env:QUORATE_EVENTS_QUEUE:-}",
      description =
          "URL of the controller's queue of events; env QUORATE_EVENTS_QUEUE. Without it a request"
              + " is taken up at the controller's next scheduled turn.")
  private String eventsQueue = "";

  @Option(
      names = "--bucket",
      paramLabel = "BUCKET",
      defaultValue = "${env:QUORATE_BUCKET:-}",
      description =
          "The bucket of snapshots and lineages, for snapshot download, apply --from-snapshot and"
              + " rebuild; env QUORATE_BUCKET.")
  private String bucket = "";

  @Option(
      names = "--endpoint-url",
      paramLabel = "URL",
      converter = EndpointConverter.class,
      description = "Where the cloud is, unless it is AWS; env AWS_ENDPOINT_URL, or the profile.")
  private Optional<URI> endpoint = Optional.empty();

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region; env AWS_REGION, or the profile.")
  private Optional<String> region = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text or json.")
  private Output output = Output.text;

  @Option(names = "--verbose", description = "Adds the stack trace to an error.")
  private boolean verbose;

  String clustersTable() {
    return clustersTable;
  }

  String nodesTable() {
    return nodesTable;
  }

  Optional<String> eventsQueue() {
    return Optional.of(eventsQueue).filter(url -> !url.isBlank());
  }

  Optional<String> bucket() {
    return Optional.of(bucket).filter(name -> !name.isBlank());
  }

  Optional<URI> endpoint() {
    return endpoint;
  }

  Optional<String> region() {
    return region;
  }

  boolean json() {
    return output == Output.json;
  }

  boolean verbose() {
    return verbose;
  }
}
