package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.port.TokenKeys;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.JwtToken;
import io.quorate.state.Lineage;
import java.util.Optional;

/**
 * Has the key that etcd is to sign its tokens with on the disk before anything asks for it: as soon
 * as a spec asks for another, and each ten seconds, for a file may be lost.
 */
final class TokenKeyWatch {
  private static final long EVERY_MILLIS = 10_000;

  private final JournalStore journalStore;
  private final TokenKeys keys;
  private Optional<JwtToken> wanted = Optional.empty();
  private long nextLook;

  /** For the spec in this journal. */
  TokenKeyWatch(JournalStore journalStore, TokenKeys keys) {
    this.journalStore = journalStore;
    this.keys = keys;
    journalStore.current().uid().ifPresent(keys::follow);
  }

  /** Looks once, where it is due. */
  void tick(long nowMillis, Optional<Lineage> lineage) {
    AgentJournal journal = journalStore.current();
    journal.uid().or(() -> lineage.map(Lineage::uid)).ifPresent(keys::follow);
    Optional<JwtToken> token = journal.spec().map(ClusterSpec::etcd).flatMap(etcd -> etcd.token());
    if (!token.equals(wanted) || nowMillis >= nextLook) {
      wanted = token;
      nextLook = nowMillis + EVERY_MILLIS;
      token.ifPresent(keys::fetch);
    }
  }
}
