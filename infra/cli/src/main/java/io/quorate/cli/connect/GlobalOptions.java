package io.quorate.cli.connect;

import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** The options that every command takes. */
public final class GlobalOptions {
  /** The forms of output. */
  enum Output {
    /** For people. */
    text,
    /** For people with wide screens. */
    wide,
    /** For programs. */
    json,
    /** For programs and people. */
    yaml
  }

  /** When words are coloured. */
  enum Color {
    /** On a terminal, unless NO_COLOR is set. */
    auto,
    /** In any case. */
    always,
    /** In no case. */
    never
  }

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description =
          "A context of the file ~/.config/quorate/config.yaml (env QUORATE_CONFIG): region,"
              + " profile, tables, bucket, queue and endpoint together; env QUORATE_CONTEXT.")
  private Optional<String> context = Optional.empty();

  @Option(
      names = "--clusters-table",
      paramLabel = "TABLE",
      description = "The clusters table; env QUORATE_CLUSTERS_TABLE, by default quorate-clusters.")
  private Optional<String> clustersTable = Optional.empty();

  @Option(
      names = "--nodes-table",
      paramLabel = "TABLE",
      description = "The nodes table; env QUORATE_NODES_TABLE, by default quorate-nodes.")
  private Optional<String> nodesTable = Optional.empty();

  @Option(
      names = "--events-queue",
      paramLabel = "URL",
      description =
          "URL of the controller's queue of events; env QUORATE_EVENTS_QUEUE. Without it a request"
              + " is taken up at the controller's next scheduled turn.")
  private Optional<String> eventsQueue = Optional.empty();

  @Option(
      names = "--bucket",
      paramLabel = "BUCKET",
      description =
          "The bucket of snapshots and lineages, for snapshot download, release add, apply"
              + " --from-snapshot and rebuild; env QUORATE_BUCKET.")
  private Optional<String> bucket = Optional.empty();

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
      names = "--profile",
      paramLabel = "PROFILE",
      description =
          "The profile of ~/.aws/config whose credentials and region are taken; env AWS_PROFILE.")
  private Optional<String> profile = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text, wide, json or yaml; by default text.")
  private Output output = Output.text;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description =
          "auto, always or never; by default auto: on a terminal, unless NO_COLOR is set.")
  private Color color = Color.auto;

  @Option(names = "--verbose", description = "Adds the stack trace to an error.")
  private boolean verbose;

  private Place place = Place.PROCESS;

  /** Fills in what the command line leaves open. */
  public void resolve(UnaryOperator<String> environment) {
    place = Place.of(context, environment);
  }

  /** The same options, of another context. */
  public GlobalOptions ofContext(String name) {
    GlobalOptions other = copy();
    other.place = Place.of(Optional.of(name), place.environment());
    return other;
  }

  /** The same options, in another region. */
  public GlobalOptions inRegion(String name) {
    GlobalOptions other = copy();
    other.region = Optional.of(name);
    return other;
  }

  private GlobalOptions copy() {
    GlobalOptions copy = new GlobalOptions();
    copy.context = context;
    copy.clustersTable = clustersTable;
    copy.nodesTable = nodesTable;
    copy.eventsQueue = eventsQueue;
    copy.bucket = bucket;
    copy.endpoint = endpoint;
    copy.region = region;
    copy.profile = profile;
    copy.output = output;
    copy.color = color;
    copy.verbose = verbose;
    copy.place = place;
    return copy;
  }

  /** Where the settings come from that no option gives. */
  public Place place() {
    return place;
  }

  /** The table of clusters. */
  public String clustersTable() {
    return clustersTable
        .or(() -> place.setting("clusters-table", "QUORATE_CLUSTERS_TABLE"))
        .orElse("quorate-clusters");
  }

  /** The table of nodes. */
  public String nodesTable() {
    return nodesTable
        .or(() -> place.setting("nodes-table", "QUORATE_NODES_TABLE"))
        .orElse("quorate-nodes");
  }

  /** The URL of the queue that wakes the controller. */
  public Optional<String> eventsQueue() {
    return eventsQueue.or(() -> place.setting("events-queue", "QUORATE_EVENTS_QUEUE"));
  }

  /** The bucket of snapshots. */
  public Optional<String> bucket() {
    return bucket.or(() -> place.setting("bucket", "QUORATE_BUCKET"));
  }

  /** An endpoint in place of AWS's. */
  public Optional<URI> endpoint() {
    return endpoint.or(() -> place.setting("endpoint-url").map(URI::create));
  }

  /** The region, where one was named. */
  public Optional<String> region() {
    return region.or(() -> place.setting("region"));
  }

  /** The profile, where one was named. */
  public Optional<String> profile() {
    return profile.or(() -> place.setting("profile"));
  }

  /** Whether programs read the output: a tree is printed, in place of text. */
  public boolean structured() {
    return output == Output.json || output == Output.yaml;
  }

  /** Whether YAML is printed. */
  public boolean yaml() {
    return output == Output.yaml;
  }

  /** Whether tables have all columns. */
  public boolean wide() {
    return output == Output.wide;
  }

  /** Whether words are coloured. */
  public boolean colored(boolean terminal) {
    return !structured()
        && switch (color) {
          case always -> true;
          case never -> false;
          case auto -> terminal && place.environment().apply("NO_COLOR").isEmpty();
        };
  }

  /** Whether causes are printed too. */
  public boolean verbose() {
    return verbose;
  }
}
