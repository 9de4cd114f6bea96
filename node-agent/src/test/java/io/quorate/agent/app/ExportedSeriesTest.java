package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.EtcdMetricsSource;
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
import io.quorate.store.Write;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every query of the rules and dashboards is about series that an agent and a real etcd export:
 * both pages are read from the agent's server, with etcd's of a cluster of two.
 */
class ExportedSeriesTest {
  private static final Path MONITORING = Path.of("..", "infra", "monitoring");
  private static final ClusterName CLUSTER = new ClusterName("orders");
  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"(?:[^\"\\\\]|\\\\.)*\"");

  /** What Prometheus itself adds to every series. */
  private static final Set<String> OF_THE_TARGET =
      Set.of("job", "instance", "region", "control_plane", "cluster", "zone");

  private final InMemoryRecordStore store = new InMemoryRecordStore();

  @Test
  void everyQueryIsAboutSeriesThatAreExported(@TempDir Path disk) throws IOException {
    Set<String> exported = exported(disk);
    Set<String> names =
        exported.stream().map(name -> name.replaceFirst("\\..*", "")).collect(Collectors.toSet());
    Set<String> recorded =
        files("prometheus/rules")
            .flatMap(file -> Queries.texts(file, Set.of("record")).stream())
            .collect(Collectors.toSet());
    List<String> queries =
        Stream.concat(
                files("prometheus/rules")
                    .flatMap(file -> Queries.texts(file, Set.of("expr")).stream()),
                files("grafana")
                    .flatMap(file -> Queries.texts(file, Set.of("expr", "query")).stream())
                    .filter(query -> !query.equals("prometheus")))
            .toList();
    assertThat(queries).hasSizeGreaterThan(100);
    for (String query : queries) {
      Set<String> unknown = new HashSet<>(Queries.series(query));
      assertThat(unknown).as(query).isNotEmpty();
      unknown.removeAll(names);
      unknown.removeAll(recorded);
      unknown.removeAll(Set.of("up", "ALERTS"));
      assertThat(unknown).as("nobody exports what this query reads: " + query).isEmpty();
      assertThat(Queries.labels(query))
          .as("a label that is asked for in " + query)
          .allMatch(label -> isLabel(label, exported, recorded));
    }
  }

  @Test
  void aQueryThatReadsSomethingElseIsSeen() {
    assertThat(
            Queries.series(
                "sum by (a, b) (rate(x_total{c=\"d\"}[5m])) / on (e) f:g > 0.5 unless y_1 offset 5m"))
        .containsExactly("x_total", "f:g", "y_1");
    assertThat(Queries.series("label_values(x{y=\"$z\"}, region)")).containsExactly("x");
    assertThat(Queries.labels("rate(x_total{c=\"d=e\", f!~\"g\"}[5m])"))
        .containsExactly("x_total.c", "x_total.f");
  }

  private static boolean isLabel(String asked, Set<String> exported, Set<String> recorded) {
    String[] parts = asked.split("\\.", 2);
    return exported.contains(asked)
        || OF_THE_TARGET.contains(parts[1])
        || recorded.contains(parts[0])
        || parts[0].equals("ALERTS");
  }

  private static Stream<Path> files(String folder) {
    try (Stream<Path> files = Files.list(MONITORING.resolve(folder))) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of all series, and {@code name.label} of all their labels. */
  private Set<String> exported(Path disk) throws IOException {
    String a = RealEtcd.freshAddress();
    String b = RealEtcd.freshAddress();
    String all = "a=" + RealEtcd.peerUrl(a) + ",b=" + RealEtcd.peerUrl(b);
    try (RealEtcd.Running first = RealEtcd.start("a", a, disk.resolve("a"), all, "new", "series");
        RealEtcd.Running second = RealEtcd.start("b", b, disk.resolve("b"), all, "new", "series");
        AdminServer pages = pages(first.clientUrl(), disk)) {
      second.awaitServing();
      first.awaitServing().etcdctl("put", "a", "b");
      RealEtcd.await(
          "the members have measured each other",
          () ->
              page(pages, "/metrics/etcd").contains("etcd_network_peer_round_trip_time_seconds_b"));
      // Collectors have no order: the first page may be written before the store is measured.
      RealEtcd.await(
          "the store has been measured",
          () -> page(pages, "/metrics").contains("quorate_agent_store_request_seconds_bucket"));
      Set<String> found = new HashSet<>();
      Stream.of("/metrics", "/metrics/etcd")
          .flatMap(path -> page(pages, path).lines())
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> add(line, found));
      return found;
    }
  }

  private static void add(String line, Set<String> found) {
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as(line).isTrue();
    found.add(sample.group(1));
    if (sample.group(2) != null) {
      Matcher label = LABEL.matcher(sample.group(2));
      while (label.find()) {
        found.add(sample.group(1) + "." + label.group(1));
      }
    }
  }

  private AdminServer pages(String etcd, Path disk) {
    AgentMetrics metrics =
        new AgentMetrics(
            new MetricLabels("orders", "zone-1", "1.2.3"),
            disk.toFile(),
            Snapshots::busy,
            Instant::now);
    put(
        Keys.status(CLUSTER),
        Codecs.STATUS.write(
            Status.initial()
                .showing(
                    Phase.DEGRADED,
                    List.of(
                        new Condition(Condition.Type.VOTER_SILENT, "so it is", Instant.EPOCH)))));
    put(
        Keys.lease(CLUSTER),
        Codecs.LEASE.write(new Lease("", new FencingToken(1), Instant.EPOCH, Map.of())));
    metrics.add(
        new ClusterMetrics(
            new ClusterWatch(
                new MeasuredRecordStore(store, metrics, System::nanoTime),
                CLUSTER,
                () -> true,
                () -> true,
                "1",
                () -> 1,
                Runnable::run),
            Instant::now));
    EtcdMetricsSource source =
        new EtcdMetricsSource(
            EtcdDeadlines.DEFAULT, () -> etcd, Optional::empty, UnaryOperator.identity());
    return AdminServer.serve(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        metrics.registry(),
        new HealthChecks(Snapshots::busy, System::nanoTime, Duration.ofSeconds(60)),
        new EtcdMetricsHandler(source::open, System::nanoTime));
  }

  private void put(Key key, Map<String, Object> attributes) {
    store.write(new Write.Put(new Item(key, attributes), Expect.noRecord()));
  }

  private static String page(AdminServer pages, String path) {
    try (var body = URI.create("http://127.0.0.1:" + pages.port() + path).toURL().openStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
