package io.quorate.recovery;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import java.util.List;
import java.util.stream.Stream;

/**
 * A snapshot whose objects a recovery could not read. That proves nothing of the data: it is tried
 * again, and no other takes its place but by an operator's word.
 *
 * @param snapshot the snapshot
 * @param tries how often it was tried in vain
 * @param nodes who tried, the last one last; at most {@value #NODES}
 * @param failure why it could not be read, in one word
 * @param because what the last try met
 */
public record UnreadSource(
    SnapshotId snapshot, long tries, List<InstanceId> nodes, String failure, String because) {
  private static final int NODES = 3;
  private static final int WORDS = 500;

  public UnreadSource {
    nodes = List.copyOf(nodes);
    because = because.length() <= WORDS ? because : because.substring(0, WORDS) + "…";
  }

  /** One that was tried in vain for the first time. */
  static UnreadSource first(SnapshotId snapshot, InstanceId node, String failure, String because) {
    return new UnreadSource(snapshot, 1, List.of(node), failure, because);
  }

  /** The same, tried in vain once more. */
  UnreadSource again(InstanceId node, String why, String words) {
    List<InstanceId> all =
        Stream.concat(nodes.stream().filter(other -> !other.equals(node)), Stream.of(node))
            .toList();
    return new UnreadSource(
        snapshot, tries + 1, all.subList(Math.max(0, all.size() - NODES), all.size()), why, words);
  }
}
