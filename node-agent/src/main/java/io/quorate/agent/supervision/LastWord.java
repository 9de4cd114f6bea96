package io.quorate.agent.supervision;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Verdict;
import io.quorate.state.DataState;
import io.quorate.state.MemberIdentity;
import java.util.Optional;

/**
 * What is finally said of the data of the member on this disk. It is true also where the disk is
 * too full to journal it: until it is journalled, the heartbeat tells it all the same.
 */
final class LastWord {
  private final JournalBook book;
  private volatile Optional<Unjournalled> unjournalled = Optional.empty();

  private record Unjournalled(Verdict verdict, Optional<MemberIdentity> member) {}

  LastWord(JournalBook book) {
    this.book = book;
  }

  static Verdict replaced(String directory) {
    return new Verdict(
        DataState.LOST, "directory " + directory + " was removed or replaced under a running etcd");
  }

  /**
   * Journals a verdict.
   *
   * @throws java.io.UncheckedIOException when the journal cannot be written
   */
  void say(Verdict verdict) {
    unjournalled = Optional.of(new Unjournalled(verdict, member()));
    book.change(edit -> edit.verdict(verdict));
    unjournalled = Optional.empty();
  }

  /** Of the member that is in the journal now. */
  Optional<Verdict> said() {
    return book.current()
        .verdict()
        .or(
            () ->
                unjournalled
                    .filter(word -> word.member().equals(member()))
                    .map(Unjournalled::verdict));
  }

  private Optional<MemberIdentity> member() {
    return book.current().member().map(JournalMember::identity);
  }
}
