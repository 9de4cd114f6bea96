package io.quorate.agent.run;

import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.steps.StepWorld;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The production loops of one agent over a modelled world, in time that a test makes. */
abstract class LoopsOverModel {
  static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();

  final StepWorld world = StepWorld.withInitialMember();
  final InMemoryRecordStore store = new InMemoryRecordStore();
  long now;
  private long nextEtcd;
  private long nextStep;
  private long nextBeat;

  /** An agent begins over a model's ports, with this test's store and time. */
  AgentLoops boot(AgentPorts model) {
    return boot(model, store, model.etcd());
  }

  AgentLoops boot(AgentPorts model, RecordStore records, EtcdApi etcd) {
    return boot(model, records, etcd, VERSION);
  }

  AgentLoops boot(AgentPorts model, RecordStore records, EtcdApi etcd, EtcdVersion installed) {
    return boot(model, records, etcd, installed, TaskPrograms.none(), TaskWorker.none());
  }

  AgentLoops boot(
      AgentPorts model,
      RecordStore records,
      EtcdApi etcd,
      EtcdVersion installed,
      TaskPrograms tasks,
      TaskWorker worker) {
    AgentPorts ports =
        new AgentPorts(
            records,
            etcd,
            model.host(),
            model.disk(),
            model.journal(),
            () -> now,
            model.clock(),
            model.nonces(),
            tasks,
            worker,
            model.recovery(),
            io.quorate.agent.port.NodeTls.NONE);
    return new AgentLoops(StepWorld.SELF, ports, installed, LoopWakeups.silent());
  }

  /** The cluster is bootstrapped, and a first agent serves until it is dropped. */
  AgentLoops firstServes() {
    commitBootstrap();
    AgentLoops first = boot(world.ports());
    first.start(first.readAtStart());
    until(first, Heartbeat::serving);
    return first;
  }

  void turn(AgentLoops loops) {
    if (now >= nextEtcd) {
      nextEtcd = now + loops.etcdTick(now);
    }
    if (now >= nextStep) {
      nextStep = now + loops.stepTick(now);
    }
    if (now >= nextBeat) {
      nextBeat = now + loops.beatTick(now);
    }
    now += 10;
    world.cluster.pass(10);
  }

  Heartbeat until(AgentLoops loops, Predicate<Heartbeat> holds) {
    Optional<Heartbeat> row = row();
    for (int turns = 0; row.filter(holds).isEmpty() && turns < 6_000; turns++) {
      turn(loops);
      row = row();
    }
    Optional<Heartbeat> last = row;
    return row.filter(holds)
        .orElseThrow(() -> new AssertionError("not within a minute of the test's time: " + last));
  }

  Optional<Heartbeat> row() {
    Key key = Keys.node(StepWorld.SELF.cluster(), StepWorld.SELF.instance());
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.HEARTBEAT.read(item.attributes(), "row"));
  }

  /** There is a spec where something is bootstrapped; a test may have another one. */
  void commitBootstrap() {
    SpecRecord spec =
        new SpecRecord(
            SpecReader.read("name: modelled\netcd: {version: 3.5}\ntimings: {heartbeatSteady: 5s}")
                .orThrow(),
            world.record().lineage().orElseThrow().uid(),
            1,
            Instant.EPOCH,
            "test");
    Item ours = new Item(Keys.spec(StepWorld.SELF.cluster()), Codecs.SPEC.write(spec));
    store.write(new Write.Put(ours, Expect.noRecord()));
    Item lineage =
        new Item(
            Keys.lineage(StepWorld.SELF.cluster()),
            Codecs.LINEAGE.write(world.record().lineage().orElseThrow()));
    store.write(new Write.Put(lineage, Expect.anything()));
  }

  void seconds(AgentLoops loops, long seconds) {
    for (long end = now + 1_000 * seconds; now < end; ) {
      turn(loops);
    }
  }
}
