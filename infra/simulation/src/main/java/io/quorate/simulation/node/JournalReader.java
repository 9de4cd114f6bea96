package io.quorate.simulation.node;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.spec.ClusterSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one machine's journal each time it was saved. The spec is the most of it, and seldom
 * another: it is read again only when it is written otherwise.
 */
final class JournalReader {
  private static final String SPEC = "spec";

  private @Nullable Object written;
  private @Nullable ClusterSpec spec;

  AgentJournal read(Map<String, Object> document) {
    ClusterSpec known = spec;
    if (known != null && document.containsKey(SPEC) && document.get(SPEC).equals(written)) {
      Map<String, Object> others = new LinkedHashMap<>(document);
      others.remove(SPEC);
      return AgentJournalCodec.read(others, "journal").edit().spec(known).done();
    }
    AgentJournal journal = AgentJournalCodec.read(document, "journal");
    written = document.get(SPEC);
    spec = journal.spec().orElse(null);
    return journal;
  }
}
