package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Journals;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose word counts when a member asks whether it was removed. */
class RemovalProofTest {
  private static final String STRANGER = "http://10.0.0.9:2379";
  private static final String CONTACT = "http://10.0.0.2:2379";
  private static final MemberId OTHER = new MemberId(2);

  private final OneNode node = new OneNode();

  private RemovalProofTest() {
    node.strangerAt(STRANGER);
  }

  @Test
  void anotherClusterAtAContactsAddressProvesNothing() {
    assertThat(removed(STRANGER)).isEmpty();
    assertThat(removed(STRANGER, CONTACT)).as("the other contact is silent").isEmpty();
  }

  @Test
  void afterAnotherClusterTheNextContactIsAsked() {
    node.lists(Journals.MEMBER, OTHER);
    assertThat(removed(STRANGER, CONTACT)).contains(false);

    node.lists(OTHER);
    assertThat(removed(STRANGER, CONTACT)).contains(true);
  }

  private Optional<Boolean> removed(String... contacts) {
    JournalMember member = Journals.member();
    return RemovalProof.removed(node, member.learned(member.watermark(), List.of(contacts)));
  }
}
