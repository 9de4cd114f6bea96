package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotManifest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node says what it made of its fenced directory; it can only have made that. */
class ForeignSalvageTest {
  @ParameterizedTest
  @CsvSource({"demo, uid-1, NEWER", "other, uid-1, OWN", "demo, uid-9, OWN"})
  void namesNoFileOfAnotherSnapshotOrCluster(String cluster, String uid, String file) {
    var fixture = QuorumLostTest.salvaging();
    Salvage open = RecoveryFixture.recovery(fixture).openSalvage().orElseThrow();
    SnapshotManifest own = RecoveryFixture.manifest(fixture, open.snapshot(), 50, 2, 60);
    String named = file.equals("OWN") ? open.snapshot().value() : RecoveryFixture.NEWER.value();
    Map<String, Object> told = new LinkedHashMap<>(Codecs.MANIFEST.write(own));
    told.put("clusterName", cluster);
    told.put("uid", uid);
    told.put("dataKey", cluster + "/" + uid + "/snapshots/" + named + ".1.db");

    QuorumLostTest.salvageEnds(fixture, told);

    AdvanceRecovery next = (AdvanceRecovery) fixture.plan().decision();
    assertThat(next.snapshot()).as("no line of the catalogue").isEmpty();
    assertThat(next.next().state()).isNotEqualTo(Recovery.State.TRIAL);
    assertThat(next.next().salvages().getFirst().state()).isEqualTo(Salvage.State.NOT_MADE);
  }
}
