package io.quorate.simulation.node;

import io.quorate.agent.etcd.process.EtcdExit;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.etcdmodel.Exited;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.simulation.schedule.SimTransport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The machine's etcd process, as one life of its agent knows it: what it started or adopted. */
final class HostPort implements EtcdHost {
  private final Machine machine;
  private final SimTransport wire;
  private Optional<ModelProcess> known = Optional.empty();
  private boolean child;

  HostPort(Machine machine, SimTransport wire) {
    this.machine = machine;
    this.wire = wire;
  }

  @Override
  public Seen see() {
    if (known.isEmpty()) {
      return new Seen.None();
    }
    return known
        .get()
        .exited()
        .<Seen>map(exited -> new Seen.Exited(exit(exited)))
        .orElseGet(() -> new Seen.Running(machine.mark()));
  }

  private Exit exit(Exited exited) {
    // A process whose parent is gone reports its exit code to nobody.
    OptionalInt code = child ? OptionalInt.of(exited.code()) : OptionalInt.empty();
    return ProcessEtcdHost.exit(EtcdExit.of(code, List.of(exited.lastWords())));
  }

  @Override
  public boolean closed() {
    return known.filter(process -> process.spec().closed()).isPresent();
  }

  @Override
  public Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
    Optional<ModelProcess> running = machine.etcd().filter(p -> p.exited().isEmpty());
    boolean same = mark.filter(machine.mark()::equals).isPresent() || machine.runsOn(directory);
    if (running.isEmpty() || !same) {
      return Optional.empty();
    }
    known = running;
    child = false;
    return Optional.of(machine.mark());
  }

  @Override
  public ProcessMark start(Launch launch) {
    return wire.local(
        launch.bootstrap() ? "starts etcd, new" : "starts etcd",
        () -> {
          known = Optional.of(machine.startEtcd(launch));
          child = true;
          return machine.mark();
        });
  }

  @Override
  public void terminate() {
    wire.local(
        "stops etcd",
        () -> {
          machine.agentStops();
          known.ifPresent(ModelProcess::terminate);
          return true;
        });
  }

  @Override
  public void kill() {
    wire.local(
        "kills etcd",
        () -> {
          machine.agentKills();
          known.ifPresent(ModelProcess::kill);
          return true;
        });
  }
}
