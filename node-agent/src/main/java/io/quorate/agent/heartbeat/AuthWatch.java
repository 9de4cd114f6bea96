package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.Reply;
import io.quorate.state.MemberStatus;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Follows the revision of etcd's users and roles, which grows with every change of them, so that
 * one that is made by hand is told of. Only where the spec says what they are to be, and only by
 * the leader's agent: the page that has it is long.
 */
public final class AuthWatch {
  private static final long EVERY_MILLIS = 15_000;

  private final Supplier<Reply<Long>> revision;
  private final LongSupplier monotonicMillis;
  private long known;
  private long lookedAt = Long.MIN_VALUE;

  /**
   * Follows it.
   *
   * @param revision asks the own etcd for it
   */
  public AuthWatch(Supplier<Reply<Long>> revision, LongSupplier monotonicMillis) {
    this.revision = revision;
    this.monotonicMillis = monotonicMillis;
  }

  /** The revision as it was lately; 0 where it is nothing to this agent, or not known. */
  long look(AgentJournal journal, ProbeResult view) {
    boolean asked =
        journal.spec().filter(spec -> spec.auth().isPresent()).isPresent()
            && view.status().filter(MemberStatus::leads).isPresent();
    if (!asked) {
      lookedAt = Long.MIN_VALUE;
      known = 0;
      return 0;
    }
    long now = monotonicMillis.getAsLong();
    if (lookedAt == Long.MIN_VALUE || now - lookedAt >= EVERY_MILLIS) {
      lookedAt = now;
      revision.get().answer().ifPresent(seen -> known = seen);
    }
    return known;
  }
}
