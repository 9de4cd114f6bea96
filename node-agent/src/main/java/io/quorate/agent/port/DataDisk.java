package io.quorate.agent.port;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.state.PutAside;
import java.util.List;
import java.util.Optional;

/** The data directories on this instance's disk, by name. Failures are UncheckedIOException. */
public interface DataDisk {
  /** What a directory holds. */
  sealed interface View {
    /** No such directory. */
    record Missing() implements View {}

    /** Made by the agent, never written by etcd. */
    record Empty() implements View {}

    /** etcd must not start on it. */
    record Damaged(String detail) implements View {}

    /** etcd wrote it: whose it is and how far its log goes, term and index of the last entry. */
    record Holds(
        EtcdClusterId clusterId, MemberId memberId, String nonce, long lastTerm, long lastIndex)
        implements View {}
  }

  /** The filesystem under the data, in bytes. */
  record Room(long totalBytes, long freeBytes) {}

  /** The name a directory of this generation and nonce has. */
  String name(Generation generation, String nonce);

  /**
   * Which generation a directory is of: its name begins with that, and a dash; empty for a name of
   * another form.
   */
  default Optional<Generation> generation(String directory) {
    int dash = directory.indexOf('-');
    String number = dash < 0 ? "" : directory.substring(0, dash);
    return number.matches("\\d{1,18}")
        ? Optional.of(new Generation(Long.parseLong(number)))
        : Optional.empty();
  }

  /** Inspects a directory. */
  View inspect(String directory);

  /**
   * The index of a request of etcd's API v2 that a start on this directory would apply again, which
   * etcd 3.7 cannot; empty where there is none.
   */
  default Optional<Long> versionTwoRequest(String directory) {
    return Optional.empty();
  }

  /** Tells the directory from any that takes its place; empty when it, or its log, is gone. */
  String identity(String directory);

  /** The directories in etcd's path, archived ones left out. */
  List<String> directories();

  /** Makes an empty directory; one that is there is left as it is. */
  void create(Generation generation, String nonce);

  /** Renames a directory out of etcd's path; a missing one is archived already. */
  void archive(String directory);

  /** The archived directories. */
  PutAside putAside();

  /** Whether a living etcd holds the directory. */
  boolean inUse(String directory);

  /** How much room there is; empty where the filesystem does not tell. */
  default Optional<Room> room() {
    return Optional.empty();
  }
}
