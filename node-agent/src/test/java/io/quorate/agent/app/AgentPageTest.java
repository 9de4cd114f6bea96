package io.quorate.agent.app;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.quorate.agent.AwayStore;
import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.ClusterMetrics;
import io.quorate.agent.metrics.ClusterWatch;
import io.quorate.agent.metrics.MeasuredRecordStore;
import io.quorate.agent.metrics.MetricLabels;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.state.Condition;
import io.quorate.state.Lease;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Write;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/agent.md against the settings that the agent binds and the metrics that it shows. */
class AgentPageTest {
  private static final Path PAGE = Path.of("../docs/agent.md");
  private static final Pattern LABEL = Pattern.compile("[{,](\\w+)=\"");
  private static final Set<String> EVERYWHERE = Set.of("le", "cluster", "zone");
  private static final ClusterName CLUSTER = new ClusterName("orders");
  private static final String UNUSABLE = " !";

  /** What a setting is for, and what the agent does without it. */
  private record Meaning(String text, Function<AgentConfig, Object> byDefault) {
    static Meaning required(String text) {
      return new Meaning(text, config -> "required");
    }

    static Meaning of(String text, Object without) {
      return new Meaning(text, config -> without);
    }

    static Meaning number(String text, Function<AgentConfig, Object> byDefault) {
      return new Meaning(text, config -> "`" + byDefault.apply(config) + "`");
    }
  }

  private static final Map<String, Meaning> MEANINGS =
      Map.ofEntries(
          entry("QUORATE_CLUSTER", Meaning.required("The cluster that this instance belongs to.")),
          entry(
              "QUORATE_DATA_DIR",
              Meaning.required(
                  "Folder of the journal and etcd's data, on one file system that only this agent"
                      + " uses.")),
          entry(
              "QUORATE_CLUSTERS_TABLE",
              Meaning.number(
                  "DynamoDB table of the clusters' records.", AgentConfig::clustersTable)),
          entry(
              "QUORATE_NODES_TABLE",
              Meaning.number("DynamoDB table of the heartbeats.", AgentConfig::nodesTable)),
          entry(
              "QUORATE_BUCKET",
              Meaning.of(
                  "Bucket of snapshots and archived directories.", "none: the node takes none")),
          entry(
              "QUORATE_ETCD_DIR",
              Meaning.of("Folder of `etcd`, `etcdctl` and `etcdutl`.", "the `PATH`")),
          entry(
              "QUORATE_HTTP_PORT",
              Meaning.number("Port of health and metrics.", AgentConfig::httpPort)),
          entry(
              "QUORATE_CLIENT_PORT",
              Meaning.number("Port of etcd for clients.", AgentConfig::clientPort)),
          entry(
              "QUORATE_PEER_PORT",
              Meaning.number("Port of etcd for other members.", AgentConfig::peerPort)),
          entry(
              "QUORATE_STOP_ETCD_ON_EXIT",
              Meaning.number(
                  "Whether SIGTERM to the agent also stops etcd; if not, the next agent adopts it.",
                  AgentConfig::stopEtcdOnExit)),
          entry(
              "QUORATE_INSTANCE_ID",
              Meaning.of("In place of the instance's own id.", "the metadata service's")),
          entry(
              "QUORATE_ZONE",
              Meaning.of("In place of the instance's own zone.", "the metadata service's")),
          entry(
              "QUORATE_ADDRESS",
              Meaning.of("In place of the instance's own address.", "the metadata service's")),
          entry(
              "QUORATE_S3_ENDPOINT",
              Meaning.of("Another object store that speaks S3.", "AWS's own")),
          entry("QUORATE_S3_REGION", Meaning.of("Region of the bucket.", "`AWS_REGION`")),
          entry(
              "QUORATE_S3_PATH_STYLE",
              Meaning.of("Whether the bucket's name stands in the path.", "`false`")),
          entry(
              "QUORATE_S3_KMS_KEY",
              Meaning.of("KMS key that new objects ask for.", "the bucket's default")),
          entry(
              "QUORATE_LOG_FORMAT",
              Meaning.of("Form of a line of the log; see [signals](signals.md#logs).", "`text`")),
          entry("QUORATE_LOG_LEVEL", Meaning.of("What the agent logs.", "`info`")));

  @Test
  void thePageHoldsEverySettingAndMetricOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    String wanted = with(with(page, "settings", settings()), "metrics", metrics());
    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(PAGE, wanted);
    } else {
      assertThat(page)
          .as("docs/agent.md is behind the code; run this with -Dquorate.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  @Test
  void everySettingHasItsMeaning() {
    assertThat(variables()).containsExactlyInAnyOrderElementsOf(MEANINGS.keySet());
  }

  private static String with(String page, String name, String table) {
    String begin = "<!-- begin " + name + " -->\n";
    return page.substring(0, page.indexOf(begin) + begin.length())
        + table
        + page.substring(page.indexOf("<!-- end " + name + " -->"));
  }

  private static List<String> variables() {
    return Arrays.stream(AgentSettings.class.getRecordComponents())
        .map(RecordComponent::getName)
        .map(name -> name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT))
        .map("QUORATE_"::concat)
        .toList();
  }

  /** What the agent says that it expects, when it refuses a value. */
  private static Map<String, String> expected() {
    Map<String, String> unusable = new HashMap<>();
    variables().forEach(variable -> unusable.put(variable, UNUSABLE));
    Map<String, String> expected = new HashMap<>();
    if (BoundSettings.read(unusable) instanceof AgentConfigResult.Invalid refused) {
      refused.errors().forEach(error -> expected.put(error.variable(), error.expected()));
    }
    return expected;
  }

  private static AgentConfig least() {
    AgentConfigResult read =
        BoundSettings.read(
            Map.of("QUORATE_CLUSTER", "orders", "QUORATE_DATA_DIR", "/var/lib/quorate"));
    assertThat(read).isInstanceOf(AgentConfigResult.Valid.class);
    return ((AgentConfigResult.Valid) read).config();
  }

  private static String settings() {
    AgentConfig least = least();
    Map<String, String> expected = expected();
    List<String> rows = new ArrayList<>();
    for (String variable : variables()) {
      Meaning meaning = requireNonNull(MEANINGS.get(variable), variable);
      rows.add(
          row(
              "`" + variable + "`",
              requireNonNull(expected.get(variable), "the agent takes any value of " + variable),
              String.valueOf(meaning.byDefault().apply(least)),
              meaning.text()));
    }
    return table(List.of("variable", "expected", "without it", "meaning"), rows);
  }

  private static String metrics() throws IOException {
    Map<String, String> helps = new LinkedHashMap<>();
    Map<String, String> types = new HashMap<>();
    Map<String, SortedSet<String>> labels = new HashMap<>();
    for (String line : exposed().lines().toList()) {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        helps.put(words[2], words[3]);
      } else if (line.startsWith("# TYPE ")) {
        types.put(words[2], words[3]);
      } else {
        String sample = line.split("[{ ]", 2)[0];
        String name =
            helps.containsKey(sample) ? sample : sample.replaceFirst("_(bucket|sum|count)$", "");
        assertThat(helps).as("the help of %s", sample).containsKey(name);
        labels.computeIfAbsent(name, key -> new TreeSet<>()).addAll(in(line));
      }
    }
    List<String> rows = new ArrayList<>();
    helps.forEach(
        (name, help) ->
            rows.add(
                row(
                    "`" + name + "`",
                    String.valueOf(types.get(name)),
                    String.join(", ", labels.getOrDefault(name, new TreeSet<>())),
                    help)));
    return table(List.of("metric", "type", "labels", "meaning"), rows);
  }

  private static List<String> in(String line) {
    List<String> labels = new ArrayList<>();
    Matcher label = LABEL.matcher(line);
    while (label.find()) {
      if (!EVERYWHERE.contains(label.group(1))) {
        labels.add(label.group(1));
      }
    }
    return labels;
  }

  private static String exposed() throws IOException {
    AgentMetrics metrics =
        new AgentMetrics(
            new MetricLabels("orders", "zone-1", "1.2.3"),
            new File("."),
            Snapshots::busy,
            () -> Instant.EPOCH);
    MeasuredRecordStore away = new MeasuredRecordStore(new AwayStore(), metrics, () -> 0);
    assertThatThrownBy(() -> away.read(List.of())).isInstanceOf(StoreUnavailableException.class);
    metrics.add(
        new ClusterMetrics(
            new ClusterWatch(
                new MeasuredRecordStore(degraded(), metrics, () -> 0),
                CLUSTER,
                () -> true,
                () -> true,
                "1",
                () -> 1,
                Runnable::run),
            () -> Instant.EPOCH));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, metrics.registry().scrape());
    return text.toString(StandardCharsets.UTF_8);
  }

  /** A table whose cluster has a phase and a condition, so that every series is there. */
  private static RecordStore degraded() {
    InMemoryRecordStore store = new InMemoryRecordStore();
    Condition silent = new Condition(Condition.Type.VOTER_SILENT, "so it is", Instant.EPOCH);
    Map<Key, Map<String, Object>> records =
        Map.of(
            Keys.status(CLUSTER),
            Codecs.STATUS.write(Status.initial().showing(Phase.DEGRADED, List.of(silent))),
            Keys.lease(CLUSTER),
            Codecs.LEASE.write(new Lease("", new FencingToken(1), Instant.EPOCH, Map.of())));
    records.forEach(
        (key, record) ->
            assertThat(
                    store.write(new Write.Put(new Item(key, record), Expect.noRecord())).written())
                .isTrue());
    return store;
  }

  private static String table(List<String> head, List<String> rows) {
    return row(head.toArray(String[]::new))
        + "|"
        + "---|".repeat(head.size())
        + "\n"
        + String.join("", rows);
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
