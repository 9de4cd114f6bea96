package io.quorate.controller.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HaltOnTableRollbackTest {
  /** A dead member would be replaced, had a node not seen this token. */
  private static ClusterFixture seen(long token) {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.node("i-1").seenToken = new FencingToken(token);
    return fixture;
  }

  @Test
  @Guards("HALT_ON_TABLE_ROLLBACK")
  void aTableOlderThanWhatANodeHasSeenHaltsEverything() {
    ClusterFixture fixture = seen(41);

    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(Halt.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.TABLE_ROLLED_BACK);
  }

  @Test
  void aTokenThatWasSeenBeforeItsTurnWroteAnythingIsEvidenceToo() {
    StoreStage stage = StoreStage.of(seen(1));

    stage.turn();

    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().operation()).isEmpty();
  }

  @Test
  @Guards("TABLE_ROLLED_BACK")
  void theHaltOfAnOlderTableOutlastsItsEvidence() {
    StoreStage stage = StoreStage.of(seen(3));

    stage.turn();
    String shown = stage.status().conditions().toString();
    for (int turn = 0; turn < 5; turn++) {
      stage.turn();
    }

    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().conditions()).hasToString(shown);
    assertThat(shown).contains("TABLE_ROLLED_BACK");
    assertThat(stage.status().operation()).isEmpty();
    assertThat(stage.status().tableRollback().orElseThrow().evidence())
        .isEqualTo("node i-1 had seen fencing token 3, the table held 0");
  }

  @Test
  void proofIsKeptThoughTheSpecCannotBeReadMeanwhile() {
    StoreStage stage = StoreStage.of(seen(3));
    Key spec = Keys.spec(StoreStage.CLUSTER);
    Map<String, Object> right = stage.attributes(spec);
    stage.put(spec, Map.of("schemaVersion", 1L, "what", "junk"));
    for (int turn = 0; turn < 5; turn++) {
      stage.turn();
    }
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.SPEC_INVALID);

    stage.put(spec, right);
    stage.turn();

    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.TABLE_ROLLED_BACK);
    assertThat(stage.status().operation()).isEmpty();
  }

  @Test
  void anEmptiedTableNeverBearsASecondClusterBesideLivingMembers() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.lineage = Lineage.unbootstrapped(new ClusterUid("uid-2"));

    assertThat(fixture.plan().decision()).isInstanceOf(Halt.class);

    ClusterFixture newer = ClusterFixture.healthy(3);
    newer.node("i-2").seenGeneration = new Generation(2);
    assertThat(newer.plan().decision()).isInstanceOf(Halt.class);
  }

  @Test
  void aTableOfAnotherUidHaltsThoughItsGenerationIsTheSame() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.tableOfAnotherUid();

    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(Halt.class);
    assertThat(plan.status().tableRollback().orElseThrow().evidence())
        .isEqualTo("node i-1 had seen UID uid-1, the table held uid-2");
  }
}
