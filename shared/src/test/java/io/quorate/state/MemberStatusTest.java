package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemberStatusTest {
  private static final MemberId ONE = new MemberId(1);
  private static final MemberId TWO = new MemberId(2);

  @Test
  void theNewestTermKnowsMoreThanALeaderOfAnEarlierOne() {
    assertKnowsMore(status(3, TWO, 5), status(2, ONE, 9));
  }

  @Test
  void ofOneTermTheLeaderKnowsMoreThanWhoHasAppliedMore() {
    assertKnowsMore(status(3, ONE, 5), status(3, TWO, 9));
  }

  @Test
  void ofTwoFollowersTheOneThatHasAppliedMoreKnowsMore() {
    assertKnowsMore(status(3, TWO, 9), status(3, TWO, 5));
  }

  private static void assertKnowsMore(MemberStatus more, MemberStatus less) {
    assertThat(Stream.of(more, less).max(MemberStatus.BY_KNOWLEDGE)).contains(more);
    assertThat(Stream.of(less, more).max(MemberStatus.BY_KNOWLEDGE)).contains(more);
  }

  private static MemberStatus status(long term, MemberId leader, long applied) {
    return new MemberStatus(
        ONE,
        new EtcdClusterId(7),
        Optional.of(leader),
        false,
        1,
        term,
        applied,
        applied,
        0,
        0,
        "3.5.30",
        List.of());
  }
}
