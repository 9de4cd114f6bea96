package io.quorate.agent.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.DamagedTree;
import io.quorate.fuzz.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Journals of agents that a disk or somebody damaged. */
class FuzzedJournalTest {
  @Test
  void aJournalIsReadOrRefused() throws IOException {
    String golden = Files.readString(AgentJournalCodecTest.GOLDEN);
    Fuzz.run(
        "agent's journal",
        JsonTree.read(golden, "golden"),
        DamagedTree::of,
        FuzzedJournalTest::read);
    Fuzz.run(
        "text of an agent's journal",
        golden.getBytes(UTF_8),
        DamagedText::of,
        bytes -> {
          try {
            return read(JsonTree.read(new String(bytes, UTF_8), "journal"));
          } catch (UnreadableRecordException e) {
            return false;
          }
        });
  }

  private static boolean read(Map<String, Object> tree) {
    AgentJournal read;
    try {
      read = AgentJournalCodec.read(tree, "journal");
    } catch (UnreadableRecordException e) {
      return false;
    }
    assertThat(AgentJournalCodec.read(AgentJournalCodec.write(read), "journal")).isEqualTo(read);
    return true;
  }
}
