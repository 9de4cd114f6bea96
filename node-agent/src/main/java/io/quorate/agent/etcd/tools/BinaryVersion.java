package io.quorate.agent.etcd.tools;

import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks an etcd binary which release it is. */
public final class BinaryVersion {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OUTPUT_MAX = 4096;
  private static final String LINE = "etcd Version: ";

  private BinaryVersion() {}

  /**
   * Executes it with {@code --version}.
   *
   * @throws IOException when it cannot be executed, as a binary for another processor, says
   *     something else, or does not end in time
   */
  public static EtcdVersion ask(Path binary) throws IOException {
    return ask(binary, LIMIT);
  }

  static EtcdVersion ask(Path binary, Duration limit) throws IOException {
    Process process =
        ChildCommand.of(List.of(binary.toString(), "--version")).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(binary + " --version has not ended for " + limit.toMillis() + " ms");
      }
      return version(binary, new String(output.readNBytes(OUTPUT_MAX), StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while " + binary + " --version ran");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      process.destroyForcibly();
    }
  }

  private static EtcdVersion version(Path binary, String text) throws IOException {
    return text.lines()
        .filter(line -> line.startsWith(LINE))
        .findFirst()
        .flatMap(line -> EtcdVersion.parse(line.substring(LINE.length()).strip()))
        .orElseThrow(
            () ->
                new IOException(
                    binary
                        + " --version said '"
                        + text.strip()
                        + "': expected '"
                        + LINE
                        + "3.5.z'"));
  }
}
