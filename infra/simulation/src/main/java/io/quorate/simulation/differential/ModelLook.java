package io.quorate.simulation.differential;

import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.etcd.Exited;
import io.quorate.simulation.etcd.MemberView;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is seen of the model. */
final class ModelLook implements Look {
  private final SortedMap<Integer, EtcdProcess> processes;

  ModelLook(SortedMap<Integer, EtcdProcess> processes) {
    this.processes = processes;
  }

  Optional<EtcdProcess> process(int place) {
    return Optional.ofNullable(processes.get(place));
  }

  Optional<MemberView> view(int place) {
    return process(place).filter(EtcdProcess::awake).flatMap(EtcdProcess::view);
  }

  /** The place that leads, as far as one does and a quorum follows. */
  Optional<Integer> leader() {
    return processes.keySet().stream()
        .filter(p -> view(p).filter(MemberView::leads).isPresent())
        .max((a, b) -> Long.compare(term(a), term(b)));
  }

  /** The place that leads in the cluster of this one. */
  Optional<Integer> leaderOf(MemberView member) {
    return processes.keySet().stream()
        .filter(p -> view(p).filter(MemberView::leads).isPresent())
        .filter(p -> view(p).orElseThrow().cluster().equals(member.cluster()))
        .max((a, b) -> Long.compare(term(a), term(b)));
  }

  private long term(int place) {
    return view(place).map(MemberView::term).orElse(0L);
  }

  /** Whether a place's etcd ended because it was removed. */
  boolean endedRemoved(int place) {
    return process(place)
        .flatMap(EtcdProcess::exited)
        .filter(e -> e.lastWords().contains("permanently removed"))
        .isPresent();
  }

  @Override
  public Seen look() {
    SortedMap<Integer, String> seen = new TreeMap<>();
    processes.forEach((place, process) -> seen.put(place, look(process)));
    return new Seen(seen);
  }

  private static String look(EtcdProcess process) {
    if (process.exited().isPresent()) {
      return process.exited().map(Exited::code).map(Normal::exit).orElseThrow();
    }
    if (process.frozen()) {
      return "frozen";
    }
    return process.view().filter(MemberView::serving).map(ModelLook::words).orElse("starting");
  }

  private static String words(MemberView view) {
    List<String> members =
        view.members().stream()
            .map(m -> Seen.member(Place.of(m.peerUrl()), m.learner(), m.started()))
            .sorted()
            .toList();
    boolean learner =
        view.members().stream().anyMatch(m -> m.id().equals(view.member()) && m.learner());
    return Seen.running(
        view.cluster().toString(),
        learner ? "learner" : String.join(" ", members),
        view.revision(),
        view.keys().size(),
        view.keys().hashCode(),
        view.leader().isPresent());
  }
}
