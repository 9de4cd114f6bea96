package io.quorate.agent.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.journal.JournalContent;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.port.JournalDisk;
import io.quorate.codec.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** {@link JournalDisk} over {@link JournalFile}. */
public final class FileJournalDisk implements JournalDisk {
  private final JournalFile file;

  /** Keeps the journal in this file. */
  public FileJournalDisk(JournalFile file) {
    this.file = file;
  }

  @Override
  public Optional<Map<String, Object>> load() {
    try {
      return switch (file.read()) {
        case JournalContent.Absent absent -> Optional.empty();
        case JournalContent.Document document ->
            Optional.of(JsonTree.read(new String(document.json(), UTF_8), "journal"));
        case JournalContent.Corrupt corrupt ->
            throw new IllegalStateException(
                corrupt.detail()
                    + "; the data cannot be told from another's: replace this instance, or restore"
                    + " the journal");
      };
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the journal: " + e, e);
    }
  }

  @Override
  public void save(Map<String, Object> document) {
    try {
      file.replace(JsonTree.write(document).getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal: " + e, e);
    }
  }
}
