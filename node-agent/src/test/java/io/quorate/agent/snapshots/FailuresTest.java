package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.port.Reply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What etcd is asked for a snapshot. */
class FailuresTest {
  private static final Reply<String> NONE = new Reply.Unknown<>("no answer within 2000 ms");

  @Test
  void aBusyEtcdIsAskedAgain() throws Exception {
    Deque<Reply<String>> replies =
        new ArrayDeque<>(List.of(NONE, NONE, new Reply.Answered<>("there")));

    String given = Failures.answered("its status", () -> replies.remove());

    assertThat(given).isEqualTo("there");
  }

  @Test
  void oneThatDoesNotAnswerThreeTimesIsAskedNoMore() {
    Deque<Reply<String>> replies =
        new ArrayDeque<>(List.of(NONE, NONE, NONE, new Reply.Answered<>("too late")));

    assertThatThrownBy(() -> Failures.answered("its status", () -> replies.remove()))
        .isInstanceOf(TaskFailedException.class);
    assertThat(replies).hasSize(1);
  }
}
