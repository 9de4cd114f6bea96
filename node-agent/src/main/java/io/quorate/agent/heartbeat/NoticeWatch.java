package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.RecordStore;
import java.util.Optional;

/**
 * Whether the control record has to be read again. While nodes beat seldom, the agent glances at
 * the cluster's {@link Notice} in between, and reads when it is another than the one before the
 * latest read; and each five minutes, whatever the notice says, for a glance proves nothing. One
 * change is often followed by the next, as a request is by what comes of it: for a while after one
 * it glances more often.
 */
public final class NoticeWatch {
  /** How long a change may stay unknown whose notice was lost. */
  static final long READ_MILLIS = 300_000;

  private static final long GLANCE_MILLIS = 2_000;
  private static final long AFTER_A_CHANGE_MILLIS = 500;
  private static final long ATTENTIVE_MILLIS = 10_000;

  private final RecordStore store;
  private final Key key;
  private Optional<Item> glanced = Optional.empty();
  private Optional<Item> acted = Optional.empty();
  private long glancedAt;
  private long changedAt;
  private long readAt;

  /** Glances for this node; its agent reads the whole record when it starts. */
  public NoticeWatch(RecordStore store, NodeDescription self, long now) {
    this.store = store;
    key = Keys.notice(self.cluster());
    glancedAt = now;
    changedAt = now - ATTENTIVE_MILLIS;
    readAt = now;
  }

  /** Glances, if it is time to; whether there is something to read. */
  public boolean glance(long now) {
    if (now < nextGlance()) {
      return false;
    }
    glancedAt = now;
    glanced = store.glance(key);
    if (news()) {
      changedAt = now;
    }
    return news();
  }

  /** When it is time to glance. */
  public long nextGlance() {
    boolean attentive = glancedAt - changedAt < ATTENTIVE_MILLIS;
    return glancedAt + (attentive ? AFTER_A_CHANGE_MILLIS : GLANCE_MILLIS);
  }

  /** Whether the next heartbeat has to read the control record. */
  public boolean due(long now) {
    return news() || now - readAt >= READ_MILLIS;
  }

  /** The whole record was read, after the latest glance. */
  public void read(long now) {
    readAt = now;
    acted = glanced;
  }

  private boolean news() {
    return !glanced.equals(acted);
  }
}
