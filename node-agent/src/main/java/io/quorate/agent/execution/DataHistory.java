package io.quorate.agent.execution;

import io.quorate.spec.EtcdVersion;
import java.util.Optional;

/**
 * What happened to the data on this disk.
 *
 * @param damages how many members' data on this disk was found damaged; it only grows
 * @param served the release and settings with which the member of now last proved a quorum; absent
 *     before it did
 */
public record DataHistory(long damages, Optional<Served> served) {
  /** Of a new disk. */
  public static final DataHistory NONE = new DataHistory(0, Optional.empty());

  /** What etcd was started with when it served. */
  public record Served(EtcdVersion release, Optional<String> settings) {}

  /** One more member's data is damaged. */
  DataHistory damagedAgain() {
    return new DataHistory(damages + 1, served);
  }

  /** The next member begins: nothing has served its data yet. */
  DataHistory ofNextMember() {
    return new DataHistory(damages, Optional.empty());
  }

  /** The member serves as it was started last. */
  DataHistory servedBy(MemberRuns runs) {
    return runs.release()
        .map(release -> new DataHistory(damages, Optional.of(new Served(release, runs.settings()))))
        .orElse(this);
  }

  /**
   * Why etcd's own word that this data is damaged is no proof: another release or other settings
   * say it than those that last served the data. Empty while it is one.
   */
  public Optional<String> doubt(MemberRuns runs) {
    return served
        .filter(last -> !servedBy(runs).served().equals(Optional.of(last)))
        .map(last -> "not taken as damage: " + difference(last, runs));
  }

  private static String difference(Served last, MemberRuns runs) {
    return runs.release().equals(Optional.of(last.release()))
        ? "etcd's settings were changed since it last served this data"
        : last.release()
            + " last served this data, and "
            + runs.release().map(Object::toString).orElse("another release")
            + " says this";
  }
}
