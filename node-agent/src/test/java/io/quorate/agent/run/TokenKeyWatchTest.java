package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.supervision.OneNode;
import io.quorate.model.ClusterUid;
import io.quorate.spec.JwtToken;
import io.quorate.spec.SpecReader;
import io.quorate.state.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When an agent fetches the key of etcd's tokens. */
class TokenKeyWatchTest {
  private final OneNode node = new OneNode();
  private final List<String> told = new ArrayList<>();
  private final TokenKeys keys =
      new TokenKeys() {
        @Override
        public void follow(ClusterUid uid) {
          told.remove("of " + uid);
          told.add("of " + uid);
        }

        @Override
        public void fetch(JwtToken token) {
          told.add("fetch " + token.signMethod());
        }
      };

  private void spec(String token) {
    var read =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                    + "auth: {enabled: true, token: {%s}}".formatted(token))
            .orThrow();
    node.journalStore().change(edit -> edit.spec(read));
  }

  private List<String> fetched(TokenKeyWatch watch, long at) {
    told.clear();
    watch.tick(at, Optional.empty());
    return told.stream().filter(call -> call.startsWith("fetch")).toList();
  }

  @Test
  void fetchesAtOnceWhatASpecAsksForAndThenLooksEachTenSeconds() {
    TokenKeyWatch watch = new TokenKeyWatch(node.journalStore(), keys);
    assertThat(fetched(watch, 0)).isEmpty();
    spec("type: jwt, keys: managed");
    assertThat(fetched(watch, 100)).containsExactly("fetch ES256");
    assertThat(fetched(watch, 10_099)).isEmpty();
    assertThat(fetched(watch, 10_100)).containsExactly("fetch ES256");
    spec("type: jwt, keys: managed, signMethod: RS256");
    assertThat(fetched(watch, 10_200)).containsExactly("fetch RS256");
    spec("type: simple");
    assertThat(fetched(watch, 10_300)).isEmpty();
  }

  /** A start needs no control plane: the journal knows whose disk this is. */
  @Test
  void theClusterIsTheJournalsAndElseTheRecords() {
    Optional<Lineage> record = Optional.of(Lineage.unbootstrapped(new ClusterUid("other")));
    TokenKeyWatch watch = new TokenKeyWatch(node.journalStore(), keys);
    assertThat(told).containsExactly("of " + Journals.UID);
    watch.tick(0, record);
    assertThat(told).containsExactly("of " + Journals.UID);

    told.clear();
    TokenKeyWatch ofNobody =
        new TokenKeyWatch(
            JournalStore.open(new OneNode(), AgentJournal.fresh(Journals.NODE, "disk-1")), keys);
    assertThat(told).isEmpty();
    ofNobody.tick(0, record);
    assertThat(told).containsExactly("of other");
  }
}
