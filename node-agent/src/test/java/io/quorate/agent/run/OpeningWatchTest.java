package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.supervision.OneNode;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When an etcd that is closed to clients is opened, and when it is not. */
class OpeningWatchTest {
  private final OneNode node = new OneNode().closedToClients();
  private final List<String> told = new ArrayList<>();
  private boolean busy;
  private final OpeningWatch watch =
      new OpeningWatch(
          node.journalStore(),
          node,
          new NodeDescription(
              new ClusterName("demo"), Journals.NODE, "zone", Journals.ENDPOINTS, "test"),
          () -> busy,
          () -> told.add("opened"));
  private long now;

  OpeningWatchTest() {
    spec("auth: {enabled: true}");
  }

  private void spec(String auth) {
    var read =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                    + auth)
            .orThrow();
    node.journalStore().change(edit -> edit.spec(read));
  }

  private boolean closedAfter(long millis) {
    for (long until = now + millis; now < until; now += 100) {
      watch.tick(now);
    }
    return node.journalStore().current().closed();
  }

  @Test
  void isOpenedOnceAccessControlWasSeenOn() {
    assertThat(closedAfter(60_000)).as("off").isTrue();
    node.accessControl(new Reply.Unknown<>("no answer"));
    assertThat(closedAfter(60_000)).as("not known").isTrue();
    node.accessControl(new Reply.Refused<>(Refusal.UNAVAILABLE, "not there"));
    assertThat(closedAfter(60_000)).as("does not run").isTrue();
    node.accessControl(new Reply.Refused<>(Refusal.TLS, "an odd certificate"));
    assertThat(closedAfter(60_000)).as("somebody else's").isTrue();
    assertThat(told).isEmpty();

    node.accessControl(new Reply.Answered<>(true));
    assertThat(closedAfter(2_000)).isFalse();
    assertThat(closedAfter(2_000)).isFalse();
    assertThat(told).containsExactly("opened");
  }

  /** It has users to protect it by, though the agent is none of them. */
  @Test
  void oneThatRefusesTheAgentHasItOn() {
    node.accessControl(new Reply.Refused<>(Refusal.AUTH, "user name is empty"));
    assertThat(closedAfter(2_000)).isFalse();
  }

  /** Whoever switched it on still sets passwords, here or through another member. */
  @Test
  void theCommandThatSwitchesItOnEndsFirst() {
    node.accessControl(new Reply.Answered<>(true));
    busy = true;
    assertThat(closedAfter(10_000)).isTrue();
    busy = false;
    assertThat(closedAfter(600)).isFalse();
  }

  @Test
  void aSpecThatAsksForItNoMoreOpensIt() {
    spec("auth: {enabled: false}");
    assertThat(closedAfter(600)).isFalse();
  }

  @Test
  void aSpecWithoutTheSectionOpensIt() {
    spec("");
    assertThat(closedAfter(600)).isFalse();
  }
}
