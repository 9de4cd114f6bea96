package io.quorate.agent.supervision;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import java.util.Optional;

/**
 * Whether an exit means that the member was removed, which another member is asked.
 *
 * @param exit how etcd ended
 * @param member whose etcd that was
 */
record RemovalDoubt(Exit exit, JournalMember member) {
  /** Whether an answer still counts: nothing was started, stopped or journalled since. */
  boolean stands(Optional<Exit> handled, EtcdHost host, AgentJournal journal) {
    return handled.filter(exit::equals).isPresent()
        && host.see().equals(new EtcdHost.Seen.Exited(exit))
        && journal
            .usableMember()
            .filter(now -> now.identity().equals(member.identity()))
            .isPresent();
  }
}
