package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.spec.AuthSettings;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens an etcd that is closed to clients, by the journal; the supervisor starts it open then:
 *
 * <ol>
 *   <li>once the own etcd says that access control is on, which a quorum has confirmed and which no
 *       later log can undo, or refuses the agent for it;
 *   <li>or once a spec was read that does not ask for access control any more.
 * </ol>
 *
 * <p>The command that switches it on goes on for a moment after that, here or through another
 * member: it is waited for.
 */
final class OpeningWatch {
  private static final Logger LOG = LoggerFactory.getLogger(OpeningWatch.class);
  private static final long EVERY_MILLIS = 500;
  private static final long AFTER_MILLIS = 1_000;

  private final JournalStore journalStore;
  private final EtcdApi etcd;
  private final NodeDescription self;
  private final BooleanSupplier busy;
  private final Runnable opened;
  private long nextLook = Long.MIN_VALUE;
  private Optional<Long> seenOnAt = Optional.empty();

  /**
   * Looks with these.
   *
   * @param busy whether the command that switches it on is under way on this node
   * @param opened called when the journal says that etcd is open
   */
  OpeningWatch(
      JournalStore journalStore,
      EtcdApi etcd,
      NodeDescription self,
      BooleanSupplier busy,
      Runnable opened) {
    this.journalStore = journalStore;
    this.etcd = etcd;
    this.self = self;
    this.busy = busy;
    this.opened = opened;
  }

  /** Looks once, where it is due. */
  void tick(long nowMillis) {
    AgentJournal journal = journalStore.current();
    if (!journal.closed()) {
      seenOnAt = Optional.empty();
      return;
    }
    if (nowMillis < nextLook) {
      return;
    }
    nextLook = nowMillis + EVERY_MILLIS;
    if (journal.spec().isPresent() && !asksForAuth(journal)) {
      open("the spec does not ask for access control any more");
      return;
    }
    if (seenOnAt.isEmpty() && isOn(etcd.accessControlOn(self.endpoints().clientUrl()))) {
      seenOnAt = Optional.of(nowMillis);
    }
    if (!busy.getAsBoolean() && seenOnAt.filter(at -> nowMillis - at >= AFTER_MILLIS).isPresent()) {
      open("access control was seen on");
    }
  }

  private static boolean asksForAuth(AgentJournal journal) {
    return journal.spec().flatMap(spec -> spec.auth()).filter(AuthSettings::enabled).isPresent();
  }

  private static boolean isOn(Reply<Boolean> reply) {
    return switch (reply) {
      case Reply.Answered<Boolean> answered -> answered.value();
      case Reply.Refused<Boolean> refused -> refused.why() == Refusal.AUTH;
      case Reply.Unknown<Boolean> unknown -> false;
    };
  }

  private void open(String because) {
    journalStore.change(edit -> edit.opened());
    LOG.info("event=opened-to-clients because=\"{}\"", because);
    opened.run();
  }
}
