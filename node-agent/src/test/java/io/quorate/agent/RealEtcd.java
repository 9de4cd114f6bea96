package io.quorate.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Finds the real etcd, and runs single members of it on loopback addresses of their own. */
public final class RealEtcd {
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final int PEER = 12380;
  private static final int CLIENT = 12379;

  private RealEtcd() {}

  /**
   * A tool of etcd's, looked for in system property or environment variable QUORATE_ETCD_DIR, then
   * on PATH.
   */
  public static Path tool(String name) {
    String folder = System.getProperty("QUORATE_ETCD_DIR", System.getenv("QUORATE_ETCD_DIR"));
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    String all = folder == null ? path : folder + File.pathSeparator + path;
    return Stream.of(all.split(File.pathSeparator))
        .filter(candidate -> !candidate.isBlank())
        .map(candidate -> Path.of(candidate, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name
                        + " not found in QUORATE_ETCD_DIR nor on PATH: get it with"
                        + " QUORATE_ETCD_DIR=$(infra/tools/find-etcd --install)"));
  }

  /** A loopback address that no other test of this process uses. */
  public static String freshAddress() {
    int pid = (int) ProcessHandle.current().pid();
    return "127."
        + (100 + pid % 100)
        + "."
        + (pid / 100 % 250)
        + "."
        + (1 + NEXT.getAndIncrement());
  }

  /** The peer URL that a member on this address uses. */
  public static String peerUrl(String address) {
    return "http://" + address + ":" + PEER;
  }

  /** The client URL that a member on this address uses. */
  public static String clientUrl(String address) {
    return "http://" + address + ":" + CLIENT;
  }

  /** Starts one member; its log goes to {@code <data>.log}. */
  public static Running start(
      String name, String address, Path data, String initialCluster, String state, String token) {
    return start(tool("etcd"), name, address, data, initialCluster, state, token);
  }

  private static Running start(
      Path etcd,
      String name,
      String address,
      Path data,
      String initialCluster,
      String state,
      String token) {
    List<String> command =
        List.of(
            etcd.toString(),
            "--name=" + name,
            "--data-dir=" + data,
            "--listen-peer-urls=" + peerUrl(address),
            "--initial-advertise-peer-urls=" + peerUrl(address),
            "--listen-client-urls=" + clientUrl(address),
            "--advertise-client-urls=" + clientUrl(address),
            "--initial-cluster=" + initialCluster,
            "--initial-cluster-state=" + state,
            "--initial-cluster-token=" + token);
    Path log = data.resolveSibling(data.getFileName() + ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new Running(process, address, data, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a cluster of one. */
  public static Running startAlone(Path data, String token) {
    return startAlone(tool("etcd"), data, token);
  }

  /** Starts a cluster of one by this binary. */
  public static Running startAlone(Path etcd, Path data, String token) {
    String address = freshAddress();
    return start(etcd, "alone", address, data, "alone=" + peerUrl(address), "new", token);
  }

  /** Waits until the condition holds, failing after the bound. */
  public static void await(String what, Callable<Boolean> condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    try {
      while (!condition.call()) {
        if (System.nanoTime() > end) {
          throw new AssertionError("not within 30 s: " + what);
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (AssertionError e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("while waiting for: " + what, e);
    }
  }

  /** A live member. Closing kills it as a power cut would. */
  public record Running(Process process, String address, Path data, Path log)
      implements AutoCloseable {
    public String clientUrl() {
      return RealEtcd.clientUrl(address);
    }

    /** Runs etcdctl against this member and returns what it printed. */
    public String etcdctl(String... arguments) {
      List<String> command = new ArrayList<>();
      command.add(tool("etcdctl").toString());
      command.add("--endpoints=" + clientUrl());
      command.addAll(List.of(arguments));
      try {
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (run.waitFor() != 0) {
          throw new IllegalStateException(command + ": " + output);
        }
        return output.strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Puts a key by etcd's JSON gateway: etcdctl's process would cost more than the write. */
    public void put(String key, String value) {
      String body = "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(base64(key), base64(value));
      try {
        HttpURLConnection call = open("/v3/kv/put");
        call.setRequestMethod("POST");
        call.setDoOutput(true);
        try (OutputStream out = call.getOutputStream()) {
          out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = call.getInputStream()) {
          in.readAllBytes();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private HttpURLConnection open(String path) throws IOException {
      return (HttpURLConnection) URI.create(clientUrl() + path).toURL().openConnection();
    }

    /** Waits until it answers a linearizable read. */
    public Running awaitServing() {
      await(
          "etcd serves on " + address,
          () -> {
            try {
              return open("/health").getResponseCode() == HttpURLConnection.HTTP_OK;
            } catch (IOException e) {
              if (!process.isAlive()) {
                throw new AssertionError("etcd ended: " + Files.readString(log), e);
              }
              return false;
            }
          });
      return this;
    }

    @Override
    public void close() {
      process.destroyForcibly();
      await("the process ends", () -> !process.isAlive());
    }
  }
}
