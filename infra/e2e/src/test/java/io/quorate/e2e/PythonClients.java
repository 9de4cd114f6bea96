package io.quorate.e2e;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A writer, a watcher and two contenders for a lock, by Debian's python3-etcd3. */
final class PythonClients {
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private PythonClients(Process process) {
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
  }

  /** Starts them at an address; says so where the library is missing. */
  static Optional<PythonClients> start(String host, int port, Path errors)
      throws IOException, InterruptedException {
    return start(List.of(), host, port, errors);
  }

  /** The same, with a prefix of the command line. */
  static Optional<PythonClients> start(List<String> prefix, String host, int port, Path errors)
      throws IOException, InterruptedException {
    for (String python : PYTHONS) {
      if (knowsEtcd(python)) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(
            List.of(
                python,
                Folders.root().resolve("infra/e2e/src/test/resources/python_clients.py").toString(),
                host,
                String.valueOf(port)));
        return Optional.of(
            new PythonClients(new ProcessBuilder(command).redirectError(errors.toFile()).start()));
      }
    }
    System.out.println(
        "SKIPPED: python3-etcd3 is not installed here: apt-get install python3-etcd3, as root");
    return Optional.empty();
  }

  private static boolean knowsEtcd(String python) throws InterruptedException {
    try {
      Process probe =
          new ProcessBuilder(python, "-c", "import etcd3")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.waitFor() == 0;
    } catch (IOException e) {
      return false; // No such program.
    }
  }

  /** Waits until writes go on and the lock is taken again. */
  void awaitMore() {
    Map<String, Object> before = told();
    AwaitCondition.untilSettled(
        "python3-etcd3 writes and locks again, beyond " + before,
        Stage.SOON,
        () -> more(before, "acknowledged") && more(before, "locks"));
  }

  private boolean more(Map<String, Object> before, String of) {
    return number(told(), of) > number(before, of);
  }

  static long number(Map<String, Object> told, String name) {
    return told.get(name) instanceof Number number ? number.longValue() : -1;
  }

  private Map<String, Object> told() {
    try {
      in.write("more\n");
      in.flush();
      return JSON.std.mapFrom(out.readLine());
    } catch (IOException e) {
      throw new IllegalStateException("the clients have ended", e);
    }
  }

  /** Ends them; what they met. */
  Map<String, Object> end() throws IOException, InterruptedException {
    in.close();
    Map<String, Object> met = JSON.std.mapFrom(out.readLine());
    if (!process.waitFor(Stage.SOON.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return met;
  }
}
