package io.quorate.agent.steps.frame;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Launch;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;

/** What steps may ask of the own etcd process. */
public interface EtcdControl {
  /** Wants etcd to run like this from now on, on data that journal and directory agree on. */
  void run(Launch launch);

  /** The same for the first run of a member, on a directory that is to be empty still. */
  void runFirst(Launch launch);

  /** Wants etcd stopped from now on. */
  void stop();

  /**
   * The same, with next to no grace: its quorum is lost for good, so that nothing which it still
   * waits for can end well.
   */
  void stopSoon();

  /** Wants again what ran when it was last stopped; false where nothing changes by that. */
  boolean resume();

  /** Why the installed etcd is not to be started, by this spec; empty for a spec that is unread. */
  Optional<String> refused(Optional<ClusterSpec> spec);

  /** The releases that can be started on this node, the installed one among them. */
  default Set<EtcdVersion> releases() {
    return Set.of();
  }

  /** Why etcd last exited, or was not started; empty while it never did. */
  Optional<String> lastExit();

  /**
   * Has heartbeats tell this of the member's data from now on, also where the disk has no room to
   * journal it; the journal's own word goes before it. Changes nothing about etcd.
   */
  void tell(DataVerdict verdict);

  /** Whether no process of the own etcd is left. */
  boolean stopped();
}
