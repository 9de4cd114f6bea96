package io.quorate.agent.wal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The requests of etcd's API v2 in a member's log. etcd up to 3.5 writes two of them by itself, for
 * a member's name and for the cluster's version. etcd 3.7 cannot read them any more: it ends at
 * each start that would apply one again, which is so until a snapshot of the log is newer.
 */
public final class VersionTwoRequests {
  private VersionTwoRequests() {}

  /**
   * Looks for one that a start would apply again. A record that is being written meanwhile ends the
   * log.
   *
   * @param member etcd's folder of the member, with {@code wal} and {@code snap}
   * @return the index of the last one; empty where there is none
   */
  public static Optional<Long> appliedAtStart(Path member) throws IOException {
    long snapshot = 0;
    long request = 0;
    for (Segment segment : Segment.in(member.resolve("wal"))) {
      try (FileWindow file = new FileWindow(segment.file())) {
        long at = 0;
        while (!Frame.endsAt(file, at) && !Frame.isCutOff(file, at)) {
          Frame frame = Frame.at(file, at);
          switch (frame.type()) {
            case Frame.ENTRY ->
                request = WalRecords.versionTwoRequest(file, frame.body(file)).orElse(request);
            case Frame.SNAPSHOT -> {
              WalSummary.Snapshot found = WalRecords.snapshot(file, frame.body(file));
              snapshot = isThere(member, found) ? found.index() : snapshot;
            }
            default -> {}
          }
          at = frame.end();
        }
      } catch (MalformedRecordException e) {
        // A tail that is torn, or being written: what is whole was read.
        break;
      }
    }
    return request > snapshot ? Optional.of(request) : Optional.empty();
  }

  /** etcd starts from the newest one that the log names and whose file is there. */
  private static boolean isThere(Path member, WalSummary.Snapshot snapshot) {
    String name = "%016x-%016x.snap".formatted(snapshot.term(), snapshot.index());
    return Files.exists(member.resolve("snap").resolve(name));
  }
}
