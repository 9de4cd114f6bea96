package io.quorate.localcloud.instance;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals that Java cannot, through one long-lived shell: starting a process for each would
 * cost milliseconds where a Lambda environment is thawed. The shell ends with this JVM, at the end
 * of its input.
 */
public final class SignalShell implements AutoCloseable {
  private static final String LOOP =
      "while read -r signal pid; do kill -s \"$signal\" \"$pid\" 2>/dev/null; echo $?; done";

  private @Nullable Process shell;
  private @Nullable BufferedWriter orders;
  private @Nullable BufferedReader answers;

  /** Stops a process where it is (SIGSTOP); false if there is none. */
  public boolean freeze(long pid) {
    return send("STOP", pid);
  }

  /** Lets a stopped process go on (SIGCONT); false if there is none. */
  public boolean thaw(long pid) {
    return send("CONT", pid);
  }

  /** Asks a process to end (SIGTERM); false if there is none. */
  public boolean terminate(long pid) {
    return send("TERM", pid);
  }

  private synchronized boolean send(String signal, long pid) {
    if (pid <= 1) {
      throw new IllegalArgumentException("pid is " + pid + ", expected a process of the cloud");
    }
    try {
      if (shell == null || !shell.isAlive()) {
        start();
      }
      if (orders == null || answers == null) {
        throw new IOException("the signal shell did not start");
      }
      orders.write(signal + " " + pid + "\n");
      orders.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("the signal shell ended");
      }
      return answer.equals("0");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG%s to %d".formatted(signal, pid), e);
    }
  }

  private void start() throws IOException {
    Process started = new ProcessBuilder("sh", "-c", LOOP).start();
    shell = started;
    orders = started.outputWriter(StandardCharsets.US_ASCII);
    answers = started.inputReader(StandardCharsets.US_ASCII);
  }

  @Override
  public synchronized void close() {
    if (shell != null) {
      shell.destroyForcibly();
    }
  }
}
