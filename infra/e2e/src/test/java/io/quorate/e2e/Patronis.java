package io.quorate.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

/**
 * Three PostgreSQL under Patroni, as Debian packages them, which keep their state at one address of
 * an etcd cluster. They do not run as root.
 */
final class Patronis {
  private static final int MEMBERS = 3;
  private static final Duration ANSWER = Duration.ofSeconds(2);

  private final Path folder;
  private final List<Integer> apis;
  private final List<Integer> databases;
  private final List<Process> processes = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private Patronis(Path folder) throws IOException {
    this.folder = folder;
    List<Integer> ports = freePorts(2 * MEMBERS);
    this.apis = ports.subList(0, MEMBERS);
    this.databases = ports.subList(MEMBERS, 2 * MEMBERS);
  }

  /** Skips the test, and says so, where a package is missing. */
  static void assumeInstalled() {
    assumeTrue(
        onPath("patroni"), "patroni is not installed here: apt-get install patroni, as root");
    assumeTrue(
        binaries().isPresent(), "PostgreSQL is not installed here: apt-get install postgresql");
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static Optional<Path> binaries() {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .max(Path::compareTo);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts all three; returns when one is the primary and the others are its replicas. */
  static Patronis start(Path folder, String etcd) throws IOException, InterruptedException {
    Patronis all = new Patronis(folder);
    for (int n = 0; n < MEMBERS; n++) {
      Files.createDirectories(all.data(n));
      Files.writeString(all.configuration(n), all.yaml(n, etcd));
    }
    if (asRoot()) {
      all.run(List.of("chown", "-R", "postgres", folder.toString()));
    }
    for (int n = 0; n < MEMBERS; n++) {
      all.processes.add(
          all.process(List.of("patroni", all.configuration(n).toString()), "patroni" + n + ".log"));
    }
    AwaitCondition.untilSettled("a primary with two replicas", Stage.SOON, all::complete);
    return all;
  }

  private static boolean asRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private Path data(int n) {
    return folder.resolve("data" + n);
  }

  private Path configuration(int n) {
    return folder.resolve("patroni" + n + ".yml");
  }

  /**
   * With {@code use_proxies} Patroni keeps to the address, and does not ask it for the members that
   * there are now, who may all be gone when it asks again.
   */
  private String yaml(int n, String etcd) {
    return """
        scope: app
        name: pg%1$d
        restapi: {listen: "127.0.0.1:%2$d", connect_address: "127.0.0.1:%2$d"}
        etcd3: {hosts: ["%4$s"], protocol: http, use_proxies: true}
        bootstrap:
          dcs:
            ttl: 20
            loop_wait: 2
            retry_timeout: 4
            synchronous_mode: true
            failsafe_mode: true
            postgresql: {use_pg_rewind: true}
          initdb: [{encoding: UTF8}, {auth: trust}]
          pg_hba:
            - host all all 127.0.0.1/32 trust
            - host replication all 127.0.0.1/32 trust
        postgresql:
          listen: 127.0.0.1:%3$d
          connect_address: 127.0.0.1:%3$d
          data_dir: %5$s
          bin_dir: %6$s
          pgpass: %5$s.pgpass
          authentication:
            superuser: {username: postgres, password: local}
            replication: {username: replicator, password: local}
            rewind: {username: rewinder, password: local}
          parameters:
            unix_socket_directories: %7$s
            shared_buffers: 16MB
            max_connections: 30
        """
        .formatted(
            n,
            apis.get(n),
            databases.get(n),
            etcd,
            data(n).resolve("pg"),
            binaries().orElseThrow(),
            folder);
  }

  private Process process(List<String> command, String log) throws IOException {
    List<String> line = new ArrayList<>();
    if (asRoot()) {
      line.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
    }
    line.addAll(command);
    return new ProcessBuilder(line)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(folder.resolve(log).toFile())
        .start();
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed");
    }
  }

  /** What the primary answers to a statement; empty where there is none, or it fails. */
  Optional<String> sql(String statement) {
    try {
      Path out = Files.createTempFile(folder.resolveSibling(""), "psql", ".out");
      String hosts = "127.0.0.1,".repeat(MEMBERS - 1) + "127.0.0.1";
      String ports = String.join(",", databases.stream().map(String::valueOf).toList());
      Process psql =
          new ProcessBuilder(
                  binaries().orElseThrow().resolve("psql").toString(),
                  "--no-psqlrc",
                  "--tuples-only",
                  "--no-align",
                  "--dbname",
                  "host="
                      + hosts
                      + " port="
                      + ports
                      + " user=postgres dbname=postgres connect_timeout=2"
                      + " target_session_attrs=read-write",
                  "--command",
                  statement)
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(out.toFile())
              .start();
      boolean ended = psql.waitFor(2 * ANSWER.toSeconds(), TimeUnit.SECONDS);
      psql.destroyForcibly().waitFor();
      String said = Files.readString(out);
      Files.delete(out);
      return ended && psql.exitValue() == 0 ? Optional.of(said) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Each Patroni that answers, by its name, as it describes itself. */
  Map<String, Map<String, Object>> states() {
    Map<String, Map<String, Object>> states = new TreeMap<>();
    for (int n = 0; n < MEMBERS; n++) {
      try {
        states.put("pg" + n, JSON.std.mapFrom(ask(n, "/patroni", Optional.empty())));
      } catch (IOException e) {
        states.put("pg" + n, Map.of("role", "does not answer: " + e.getMessage()));
      }
    }
    return states;
  }

  private String ask(int n, String path, Optional<String> body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + apis.get(n) + path));
    body.ifPresent(text -> request.POST(HttpRequest.BodyPublishers.ofString(text)));
    try {
      return http.send(
              request.timeout(body.isPresent() ? Stage.SOON : ANSWER).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private List<String> with(String role) {
    return states().entrySet().stream()
        .filter(each -> role.equals(each.getValue().get("role")))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The primary; empty while there is none, or more than one. */
  Optional<String> primary() {
    List<String> all = new ArrayList<>(with("master"));
    all.addAll(with("primary"));
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  /** Whether one is the primary, both others stream from it, one of them synchronously. */
  boolean complete() {
    return primary().isPresent()
        && with("replica").size() == MEMBERS - 1
        && sql("select count(*) from pg_stat_replication where state = 'streaming'")
            .filter(count -> count.strip().equals("2"))
            .isPresent()
        && sql("select count(*) from pg_stat_replication where sync_state = 'sync'")
            .filter(count -> !count.strip().equals("0"))
            .isPresent();
  }

  /** When each Patroni last had an answer from etcd, in seconds. */
  List<Long> lastSeenEtcd() {
    return states().values().stream()
        .map(state -> state.get("dcs_last_seen") instanceof Number seen ? seen.longValue() : 0L)
        .toList();
  }

  /** Has another the primary, by an operator's word; who it was before. */
  String switchOver() throws IOException {
    String before = primary().orElseThrow();
    int n = Integer.parseInt(before.substring("pg".length()));
    ask(n, "/switchover", Optional.of("{\"leader\": \"" + before + "\"}"));
    AwaitCondition.untilSettled(
        "another primary than " + before,
        Stage.SOON,
        () -> complete() && !primary().equals(Optional.of(before)));
    return before;
  }

  /** What the Patronis logged last. */
  String logs() {
    StringBuilder all = new StringBuilder();
    for (int n = 0; n < MEMBERS; n++) {
      List<String> lines = Operator.text(folder.resolve("patroni" + n + ".log")).lines().toList();
      lines
          .subList(Math.max(0, lines.size() - 20), lines.size())
          .forEach(line -> all.append(line).append('\n'));
    }
    return all.toString();
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int n = 0; n < count; n++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Ends them, and with each its PostgreSQL. */
  void end() throws InterruptedException {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    }
  }
}
