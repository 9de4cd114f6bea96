package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.EtcdProcesses;
import io.quorate.localcloud.instance.ProcessTable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guide that the quick start prints, line by line and unchanged, as by a person who pastes it
 * into a fresh terminal: each works, and what breaks something mends.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GuideTest {
  private static final Duration BOOT = Duration.ofMinutes(10);
  private static final long LINE_SECONDS = Stage.SOON.toSeconds();

  private Path home;
  private Process quickStart;
  private List<String> guide;
  private volatile List<String> clientUrls = List.of();
  private EtcdAccess access;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    home = folder.toRealPath().resolve("cloud");
    Files.createDirectories(home);
    quickStart =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-Dlogback.configurationFile=quickstart-logback.xml",
                "-Dquorate.log=" + home.resolve("cloud.log"),
                "-cp",
                System.getProperty("java.class.path"),
                "io.quorate.deployment.quickstart.QuickStart",
                "--root=" + Folders.root(),
                "--home=" + home,
                "--etcd=" + Folders.etcd(),
                "--port=0",
                "--address-block=230",
                "--log-format=json")
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    Path ready = home.resolve("ready.json");
    AwaitCondition.until(
        "the quick start serves or has ended",
        BOOT,
        () -> Files.exists(ready) || !quickStart.isAlive());
    assertThat(ready).as(Files.readString(folder.resolve("out"))).exists();
    guide = Files.readAllLines(home.resolve("guide.txt"));
    access = EtcdAccess.tls(EtcdAccess.ClientFiles.in(home.resolve("client"), "quickstart"));
    assertThat(Files.readAllLines(folder.resolve("out"))).containsAll(guide);
  }

  @AfterAll
  void stop() throws InterruptedException {
    quickStart.destroy();
    if (!quickStart.waitFor(LINE_SECONDS, TimeUnit.SECONDS)) {
      quickStart.destroyForcibly();
    }
    ProcessTable.ofThisMachine().kill(home, any -> true);
  }

  /** The commands of the guide that start with this word or with a path that ends in it. */
  private List<String> commands(String program) {
    return guide.stream()
        .filter(line -> line.startsWith("  "))
        .map(String::strip)
        .filter(line -> line.split(" ", 2)[0].matches("(.*/)?" + program))
        .toList();
  }

  /** What a line printed, in a shell that has only the guide's own export line before it. */
  private String run(String line) {
    try {
      Path out = Files.createTempFile(home, "line", ".out");
      Process process = shell(line, out);
      boolean ended = process.waitFor(LINE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      assertThat(ended).as("ends: %s", line).isTrue();
      String printed = Files.readString(out);
      assertThat(process.exitValue()).as("%s: %s", line, printed).isZero();
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted in " + line, e);
    }
  }

  private Process shell(String line, Path out) throws IOException {
    String export = commands("export").get(0);
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", export + "\n" + line)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile());
    builder.environment().keySet().retainAll(List.of("PATH", "HOME"));
    return builder.start();
  }

  private static void assumeInstalled(String program) throws Exception {
    Process probe =
        new ProcessBuilder("sh", "-c", "command -v " + program)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(probe.waitFor() == 0, program + " is not installed here: its lines are skipped");
  }

  @Test
  @Order(1)
  void etcdctlWritesAndReads() {
    List<String> lines = commands("etcdctl");
    assertThat(run(lines.get(0))).isEqualToIgnoringNewLines("OK");
    assertThat(run(lines.get(1))).contains("world");
    assertThat(lines).hasSize(2);
  }

  @Test
  @Order(2)
  void quorateTells() throws Exception {
    assertThat(run(only("status", commands("quorate")))).contains("HEALTHY", "3 of 3 voters");
    assertThat(run(only("explain", commands("quorate")))).contains("HEALTHY");
    assertThat(run(only("certificate list", commands("quorate"))))
        .contains("authority", "clients", "quickstart");
    String follow = only("--follow", commands("quorate"));
    Path out = home.resolve("follow.out");
    Process events = shell(follow, out);
    try {
      AwaitCondition.until(
          "events shown", Stage.SOON, () -> text(out).contains("FINALIZE_BOOTSTRAP"));
      assertThat(events.isAlive()).isTrue();
    } finally {
      events.destroy();
    }
  }

  @Test
  @Order(3)
  void awsShowsTheStateAndTheGroup() throws Exception {
    assumeInstalled("aws");
    Map<String, Object> nodes = JSON.std.mapFrom(run(only("dynamodb query", commands("aws"))));
    assertThat(nodes).containsEntry("Count", 3);
    assertThat(run(only("describe-auto-scaling-groups", commands("aws")))).contains("InService");
  }

  @Test
  @Order(4)
  void curlReadsInstancesAndMetrics() throws Exception {
    assumeInstalled("curl");
    assertThat(run(only("_cloud/instances", commands("curl")))).contains("agentPid");
    assertThat(run(only("/metrics/etcd", commands("curl")))).contains("etcd_server_has_leader");
    List<String> others =
        commands("curl").stream().filter(line -> !line.endsWith("/etcd")).toList();
    assertThat(run(only("/metrics", others))).contains("quorate_");
  }

  @Test
  @Order(5)
  void theLogsNameWhatEachLineIsAbout() throws Exception {
    List<Map<String, Object>> ofFunction = new ArrayList<>();
    for (Path log : functionLogs()) {
      ofFunction.addAll(logged(log));
    }
    assertThat(ofFunction)
        .filteredOn(line -> String.valueOf(line.get("formattedMessage")).contains(" decision="))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("cluster", "demo")
                    .containsKeys("turn", "AWSRequestId", "timestamp", "level"));
    for (Map<?, ?> instance : instances()) {
      Path log = Path.of(String.valueOf(instance.get("folder")), "agent.log");
      assertThat(logged(log).getLast())
          .containsEntry("cluster", "demo")
          .containsEntry("instance", instance.get("instance"))
          .containsEntry("boot", "1")
          .containsKeys("timestamp", "level", "formattedMessage");
    }
  }

  @EverythingOnly
  @Test
  @Order(6)
  void everyBreakMends() throws Exception {
    List<String> breaks = guide.subList(guide.indexOf(breakTitle()), guide.size());
    List<String> lines = breaks.stream().filter(line -> line.startsWith("  ")).toList();
    assertThat(lines).hasSize(4);
    try (Writer writer = new Writer("guide/", () -> List.of(address()), access)) {
      for (String line : lines) {
        if (line.strip().startsWith("aws ")) {
          assumeInstalled("aws");
        }
        Map<String, String> before = awaitHealthy(Map.of());
        writer.awaitMore(20, Stage.SOON);
        run(line);
        awaitHealthy(before);
        writer.awaitMore(20, Stage.SOON);
      }
      writer.stopAndVerify(access.etcd(clientUrls.get(0)));
    }
  }

  @Test
  @Order(7)
  void stopEndsWhatAKilledQuickStartLeft() throws Exception {
    ProcessTable processes = ProcessTable.ofThisMachine();
    quickStart.destroyForcibly().waitFor();
    assertThat(processes.ofHome(home)).isNotEmpty();

    ProcessBuilder command =
        new ProcessBuilder(Folders.root().resolve("infra/quickstart").toString(), "stop")
            .inheritIO();
    command.environment().put("QUORATE_QUICKSTART_HOME", home.toString());
    Process stop = command.start();
    assertThat(stop.waitFor(LINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(stop.exitValue()).isZero();
    assertThat(processes.ofHome(home)).isEmpty();
  }

  /** The one address that stays. */
  private String address() {
    return guide
        .get(guide.indexOf("Cluster demo serves. One address that stays, for clients:") + 1)
        .strip();
  }

  private String breakTitle() {
    return guide.stream().filter(line -> line.startsWith("Break it")).findFirst().orElseThrow();
  }

  private static String only(String part, List<String> lines) {
    List<String> found = lines.stream().filter(line -> line.contains(part)).toList();
    assertThat(found).as("lines with %s of %s", part, lines).hasSize(1);
    return found.get(0);
  }

  private List<Path> functionLogs() throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("lambda"))) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    }
  }

  /** The objects of a log, less those that are metrics; what the JVM itself says is none. */
  private static List<Map<String, Object>> logged(Path log) throws IOException {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (line.startsWith("{")) {
        objects.add(JSON.std.mapFrom(line));
      }
    }
    objects.removeIf(object -> object.containsKey("_aws"));
    return objects;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until all is well and not as it was; each instance's processes and member then. */
  private Map<String, String> awaitHealthy(Map<String, String> before) {
    return AwaitCondition.value(
        "three members, all voters, and a change of " + before,
        Stage.SOON,
        () -> healthy().filter(now -> !now.equals(before)));
  }

  /** Without the tools that an agent runs, which come and go. */
  private static List<Long> etcdPids(Map<?, ?> instance) {
    Path folder = Path.of(String.valueOf(instance.get("folder")));
    List<Long> pids =
        ((List<?>) instance.get("otherPids"))
            .stream().map(pid -> ((Number) pid).longValue()).toList();
    return EtcdProcesses.of(folder, pids);
  }

  private Optional<Map<String, String>> healthy() {
    Map<String, String> running = new TreeMap<>();
    Map<String, String> urls = new TreeMap<>();
    for (Map<?, ?> instance : instances()) {
      if ("running".equals(instance.get("state"))) {
        String id = String.valueOf(instance.get("instance"));
        running.put(id, instance.get("agentPid") + " " + etcdPids(instance));
        urls.put(id, "https://" + instance.get("address") + ":2379");
      }
    }
    clientUrls = List.copyOf(urls.values());
    Map<String, String> members = access.etcd(clientUrls.get(0)).members();
    boolean complete =
        members.size() == 3
            && running.size() == 3
            && running.keySet().containsAll(members.values())
            && urls.values().stream().allMatch(url -> access.etcd(url).members().equals(members));
    members.forEach((member, instance) -> running.merge(instance, " " + member, String::concat));
    return complete ? Optional.of(running) : Optional.empty();
  }

  private List<Map<?, ?>> instances() {
    try {
      Object cloud = JSON.std.mapFrom(text(home.resolve("ready.json"))).get("cloud");
      Object found = JSON.std.anyFrom(URI.create(cloud + "/_cloud/instances").toURL());
      return ((List<?>) found).stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
