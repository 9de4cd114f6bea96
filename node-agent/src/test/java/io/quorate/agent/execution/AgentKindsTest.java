package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.command.VerifySnapshot;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An agent tells the abilities that it has, and no others: the controller rests on them. */
class AgentKindsTest {
  @Test
  void onlyWhoVerifiesAndHasPreparedReleasesVerifiesByRelease() {
    assertThat(AgentKinds.told(Set.of(CommandKind.VERIFY_SNAPSHOT, CommandKind.PREPARE_RELEASE)))
        .contains(VerifySnapshot.RELEASE_ABILITY, RestartMember.LINES_ABILITY);
    assertThat(AgentKinds.told(Set.of(CommandKind.VERIFY_SNAPSHOT)))
        .doesNotContain(VerifySnapshot.RELEASE_ABILITY);
    assertThat(AgentKinds.told(Set.of(CommandKind.PREPARE_RELEASE)))
        .doesNotContain(VerifySnapshot.RELEASE_ABILITY);
  }
}
