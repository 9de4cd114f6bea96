package io.quorate.agent.supervision;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.port.Exit;
import io.quorate.state.DataState;
import io.quorate.state.MemberIdentity;
import java.util.Optional;

/**
 * What is finally said of the data of the member on this disk. It is true also where the disk is
 * too full to journal it: until it is journalled, the heartbeat tells it all the same.
 */
final class FinalVerdict {
  private final JournalStore journalStore;
  private volatile Optional<Unjournalled> unjournalled = Optional.empty();

  private record Unjournalled(DataVerdict verdict, Optional<MemberIdentity> member) {}

  FinalVerdict(JournalStore journalStore) {
    this.journalStore = journalStore;
  }

  /** The member was removed: another member confirmed what the exit told. */
  static DataVerdict removed(Exit exit) {
    return new DataVerdict(DataState.REMOVED, "the cluster no longer lists it; " + exit.detail());
  }

  static DataVerdict replaced(String directory) {
    return new DataVerdict(
        DataState.LOST, "directory " + directory + " was removed or replaced under a running etcd");
  }

  /**
   * Journals a verdict.
   *
   * @throws java.io.UncheckedIOException when the journal cannot be written
   */
  void say(DataVerdict verdict) {
    tell(verdict);
    journalStore.change(edit -> edit.verdict(verdict));
    unjournalled = Optional.empty();
  }

  /** Says it without journalling it: somebody else does, once the disk has room. */
  void tell(DataVerdict verdict) {
    unjournalled = Optional.of(new Unjournalled(verdict, member()));
  }

  /** Of the member that is in the journal now. */
  Optional<DataVerdict> said() {
    return journalStore
        .current()
        .verdict()
        .or(
            () ->
                unjournalled
                    .filter(word -> word.member().equals(member()))
                    .map(Unjournalled::verdict));
  }

  private Optional<MemberIdentity> member() {
    return journalStore.current().member().map(JournalMember::identity);
  }
}
