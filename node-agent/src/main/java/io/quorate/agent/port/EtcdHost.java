package io.quorate.agent.port;

import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;

/** The one etcd process of this instance. */
public interface EtcdHost {
  /** What is known of the process. */
  sealed interface Seen {
    /** None was started or adopted. */
    record None() implements Seen {}

    /** It runs. */
    record Running(ProcessMark mark) implements Seen {}

    /** It ran and exited. */
    record Exited(Exit exit) implements Seen {}
  }

  /** Looks at the process. */
  Seen see();

  /**
   * Takes over an etcd that runs on this directory, left by an earlier agent.
   *
   * @param directory name of the data directory
   * @param mark the process as journalled, if it was
   * @return the process, where one runs there
   */
  Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark);

  /** What etcd cannot be started without, and why it is not there yet. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /** What keeps etcd from being started with these settings: files that they name. */
  default Optional<String> unfit(EtcdSettings settings) {
    return Optional.empty();
  }

  /** The releases that it can start beside the installed one. */
  default Set<EtcdVersion> prepared() {
    return Set.of();
  }

  /** Whether the process that runs, or ran last, listens for clients on loopback only. */
  default boolean closed() {
    return false;
  }

  /**
   * Starts etcd; it becomes the process seen.
   *
   * @throws java.io.UncheckedIOException when it could not be executed
   */
  ProcessMark start(Launch launch);

  /** Asks it to stop (SIGTERM); see() tells when it did. */
  void terminate();

  /** Ends it at once (SIGKILL); never before terminate() had its time. */
  void kill();
}
