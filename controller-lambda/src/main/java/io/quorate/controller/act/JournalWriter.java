package io.quorate.controller.act;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.Reason;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.state.JournalEntry;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers one turn's journal entries; each is put once and expires from the table by itself. */
public final class JournalWriter {
  /** The attribute that DynamoDB's expiry looks at. */
  public static final String EXPIRES_AT = Expiry.ATTRIBUTE;

  /** What stands for the decision in an entry that tells what happened at a node. */
  public static final String OBSERVED = "OBSERVED";

  /** For how long an entry is kept at least. */
  public static final Duration KEPT = Duration.ofDays(30);

  private final ClusterName cluster;
  private final FencingToken token;
  private int position;

  /** The journal of one turn. */
  public JournalWriter(ClusterName cluster, FencingToken token) {
    this.cluster = cluster;
    this.token = token;
  }

  /** The next entry, as a part of a transaction. */
  public Write.Put entry(Instant at, String decision, Reason reason) {
    String id = JournalEntry.id(at, token, position++);
    JournalEntry entry =
        new JournalEntry(
            id, at, token, decision, reason.code(), reason.message(), reason.evidence());
    Map<String, Object> attributes = new LinkedHashMap<>(Codecs.JOURNAL.write(entry));
    attributes.put(EXPIRES_AT, at.plus(KEPT).getEpochSecond());
    return new Write.Put(new Item(Keys.journal(cluster, id), attributes), Expect.noRecord());
  }
}
