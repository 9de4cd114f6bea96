package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.JournalDisk;
import io.quorate.guards.Guards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of lost data while the disk is too full to journal it. */
class FinalVerdictTest {
  private static final DataVerdict LOST = FinalVerdict.replaced("etcd/1-a");

  private boolean full;
  private final JournalStore journalStore = JournalStore.open(disk(), Journals.serving());
  private final FinalVerdict word = new FinalVerdict(journalStore);

  private JournalDisk disk() {
    return new JournalDisk() {
      @Override
      public Optional<Map<String, Object>> load() {
        return Optional.empty();
      }

      @Override
      public void save(Map<String, Object> document) {
        if (full) {
          throw new UncheckedIOException("full", new IOException("No space left on device"));
        }
      }
    };
  }

  private void sayOnAFullDisk() {
    full = true;
    assertThatThrownBy(() -> word.say(LOST)).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void whatIsJournalledIsSaid() {
    word.say(LOST);

    assertThat(journalStore.current().verdict()).contains(LOST);
    assertThat(word.said()).contains(LOST);
  }

  @Test
  @Guards("DataState.LOST")
  void whatAFullDiskDoesNotTakeIsSaidAllTheSame() {
    sayOnAFullDisk();

    assertThat(journalStore.current().verdict()).isEmpty();
    assertThat(word.said()).contains(LOST);
  }

  @Test
  void itIsNotSaidOfTheNextMember() {
    sayOnAFullDisk();
    full = false;
    journalStore.change(edit -> edit.memberGone());

    assertThat(word.said()).isEmpty();
  }
}
