package io.quorate.simulation.invariant.data;

import io.quorate.simulation.invariant.judge.Generations;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * I5: revisions only go up, whatever generation answers: an answer tells no lower one than any that
 * a client had when it asked.
 */
public final class RevisionsRise implements Invariant {
  private final SimCluster simCluster;
  private final Generations generations;
  private final TreeMap<Long, Long> highest = new TreeMap<>();
  private Optional<String> broken = Optional.empty();

  public RevisionsRise(
      SimCluster simCluster, Generations generations, java.util.function.LongSupplier now) {
    this.simCluster = simCluster;
    this.generations = generations;
    simCluster.clients().onAnswer(told -> answered(told, now.getAsLong()));
  }

  @Override
  public String name() {
    return "I5 REVISIONS_RISE";
  }

  private void answered(Workload.Told told, long now) {
    Map.Entry<Long, Long> known = highest.lowerEntry(told.askedAt());
    if (broken.isEmpty() && known != null && told.revision() < known.getValue()) {
      broken =
          Optional.of(
              simCluster.name()
                  + " answers at revision "
                  + told.revision()
                  + " in generation "
                  + generations.of(told.cluster()).map(of -> of.bootstrap().generation())
                  + ", a client knew "
                  + known.getValue()
                  + " before it asked");
    }
    long most = highest.isEmpty() ? 0 : highest.lastEntry().getValue();
    highest.put(now, Math.max(most, told.revision()));
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }
}
