package io.quorate.agent.heartbeat;

import static io.quorate.state.PeerView.Contact.HEARD;
import static io.quorate.state.PeerView.Contact.NEVER;
import static io.quorate.state.PeerView.Contact.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.MemberId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whether a member was ever heard: the evidence that one never started. */
class PeerContactsTest {
  private static final MemberId OTHER = new MemberId(2);
  private static final MemberId GHOST = new MemberId(3);
  private static final Set<MemberId> BOTH = Set.of(OTHER, GHOST);

  private final PeerContacts contacts = new PeerContacts();

  private void looked(Map<MemberId, Long> received, MemberId... answering) {
    contacts.looked(BOTH, Set.of(answering), Optional.of(received));
  }

  @Test
  void saysNeverOnlyWhereTheCountersOfOthersAreThere() {
    contacts.looked(BOTH, Set.of(), Optional.empty());
    assertThat(contacts.with(GHOST)).isEqualTo(UNKNOWN);
    looked(Map.of());
    assertThat(contacts.with(GHOST)).isEqualTo(UNKNOWN);
    looked(Map.of(OTHER, 10L));
    assertThat(contacts.with(GHOST)).isEqualTo(NEVER);
    contacts.looked(BOTH, Set.of(), Optional.empty());
    assertThat(contacts.with(GHOST)).isEqualTo(UNKNOWN);
  }

  @Test
  void keepsOneByteThatWasReceivedThroughARestartOfTheOwnEtcd() {
    looked(Map.of(OTHER, 10L, GHOST, 1L));
    looked(Map.of(OTHER, 1L));

    assertThat(contacts.with(GHOST)).isEqualTo(HEARD);
  }

  @Test
  void keepsAnAnswer() {
    looked(Map.of(OTHER, 10L), GHOST);
    looked(Map.of(OTHER, 10L));

    assertThat(contacts.with(GHOST)).isEqualTo(HEARD);
  }

  @Test
  void forgetsAMemberThatIsNotListed() {
    looked(Map.of(GHOST, 1L));
    contacts.looked(Set.of(OTHER), Set.of(), Optional.of(Map.of(OTHER, 1L)));

    assertThat(contacts.with(GHOST)).isEqualTo(UNKNOWN);
  }
}
