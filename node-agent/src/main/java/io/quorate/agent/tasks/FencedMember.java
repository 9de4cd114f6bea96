package io.quorate.agent.tasks;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalFence;
import io.quorate.state.MemberIdentity;
import java.util.Optional;

/**
 * A member that was fenced on this disk, and where its log ended.
 *
 * @param identity whose data its archived directory holds
 * @param fence its fence
 */
public record FencedMember(MemberIdentity identity, JournalFence fence) {
  /** The one that a journal knows of. */
  static Optional<FencedMember> of(AgentJournal journal) {
    return journal
        .member()
        .flatMap(member -> journal.fence().map(by -> new FencedMember(member.identity(), by)));
  }
}
