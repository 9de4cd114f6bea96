package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.Verdict;
import io.quorate.agent.port.JournalDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of lost data while the disk is too full to journal it. */
class LastWordTest {
  private static final Verdict LOST = LastWord.replaced("etcd/1-a");

  private boolean full;
  private final JournalBook book = JournalBook.open(disk(), Journals.serving());
  private final LastWord word = new LastWord(book);

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

    assertThat(book.current().verdict()).contains(LOST);
    assertThat(word.said()).contains(LOST);
  }

  @Test
  void whatAFullDiskDoesNotTakeIsSaidAllTheSame() {
    sayOnAFullDisk();

    assertThat(book.current().verdict()).isEmpty();
    assertThat(word.said()).contains(LOST);
  }

  @Test
  void itIsNotSaidOfTheNextMember() {
    sayOnAFullDisk();
    full = false;
    book.change(edit -> edit.memberGone());

    assertThat(word.said()).isEmpty();
  }
}
