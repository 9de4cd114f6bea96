package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.AwayStore;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.steps.StepWorld;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterUid;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which installed etcd an agent starts (ADR 15). */
class VersionAtStartTest extends LoopsOverModel {
  private void spec(String version) {
    ClusterSpec spec =
        ClusterSpec.defaults(StepWorld.SELF.cluster(), EtcdVersion.parse(version).orElseThrow());
    ClusterUid uid = world.record().lineage().orElseThrow().uid();
    SpecRecord record = new SpecRecord(spec, uid, 1, Instant.EPOCH, "test");
    Item item = new Item(Keys.spec(StepWorld.SELF.cluster()), Codecs.SPEC.write(record));
    store.write(new Write.Put(item, Expect.anything()));
  }

  private AgentLoops withInstalled(String release, RecordStore records) {
    AgentPorts ports = world.ports();
    AgentLoops loops = boot(ports, records, ports.etcd(), EtcdVersion.parse(release).orElseThrow());
    loops.adopt();
    loops.start(loops.readAtStart());
    return loops;
  }

  @Test
  void anEtcdThatWasExchangedAgainstTheSpecIsNotStartedUntilTheSpecAcceptsIt() {
    spec("3.5.30");
    firstServes();
    world.killEtcd();

    AgentLoops second = withInstalled("3.5.31", store);
    Heartbeat told = until(second, b -> b.boot().count() == 2 && b.runs().refused().isPresent());
    seconds(second, 60);
    assertThat(world.etcdRuns()).isFalse();
    assertThat(told.runs().refused().orElseThrow()).contains("3.5.31", "3.5.30");
    assertThat(told.data()).as("nothing is wrong with it").isEqualTo(DataState.INTACT);

    spec("3.5");
    assertThat(until(second, Heartbeat::serving).runs().refused()).isEmpty();
  }

  @Test
  void anEtcdThatWasExchangedIsStartedWhileTheStoreIsAway() {
    spec("3.5.30");
    firstServes();
    world.killEtcd();

    seconds(withInstalled("3.5.31", new AwayStore()), 5);
    assertThat(world.etcdRuns()).isTrue();
  }

  @Test
  void anEditedSpecStopsNoMemberFromStartingAgain() {
    spec("3.5.30");
    firstServes();
    world.killEtcd();
    spec("3.5.21");

    Heartbeat beat =
        until(withInstalled("3.5.30", store), b -> b.boot().count() == 2 && b.serving());
    assertThat(beat.runs().refused()).isEmpty();
    assertThat(beat.runs().starts()).isEqualTo(2);
  }

  @Test
  void aInitialMemberIsNotBootstrappedWithAnEtcdOutsideTheSpec() {
    spec("3.5.21");
    commitBootstrap();
    AgentLoops loops = boot(world.ports());
    loops.start(loops.readAtStart());

    assertThat(until(loops, b -> b.runs().refused().isPresent()).identity()).isEmpty();
    seconds(loops, 30);
    assertThat(world.etcdRuns()).isFalse();

    spec("3.5.30");
    assertThat(until(loops, Heartbeat::serving).runs().starts()).isEqualTo(1);
  }

  /** No etcd is to start beside a table of another UID: nobody else looks at the directory. */
  @Test
  void aDirectoryThatIsDeletedWhileItsNodeIsHaltedIsToldLost() {
    firstServes();
    world.killEtcd();
    Lineage other = Lineage.unbootstrapped(new ClusterUid("00000000-0000-4000-8000-00000000beef"));
    Item lineage = new Item(Keys.lineage(StepWorld.SELF.cluster()), Codecs.LINEAGE.write(other));
    store.write(new Write.Put(lineage, Expect.anything()));
    AgentLoops second = withInstalled("3.5.30", store);
    Heartbeat halted = until(second, b -> b.boot().count() == 2);
    seconds(second, 30);
    assertThat(world.etcdRuns()).isFalse();
    assertThat(halted.data()).isEqualTo(DataState.INTACT);

    DataDisk disk = world.ports().disk();
    disk.directories().forEach(disk::archive);

    until(second, b -> b.data() == DataState.LOST);
  }

  @Test
  void aReleaseThatCorruptsDataIsNeverStartedThoughNoSpecCanBeRead() {
    firstServes();
    world.killEtcd();

    seconds(withInstalled("3.5.2", new AwayStore()), 30);
    assertThat(world.etcdRuns()).isFalse();
  }
}
