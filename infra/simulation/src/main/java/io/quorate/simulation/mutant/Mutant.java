package io.quorate.simulation.mutant;

import io.quorate.simulation.faults.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A planted bug. */
public sealed interface Mutant
    permits AgentMutant, ControllerMutant, GroupMutant, MembershipMutant, RecoveryMutant {
  /** What it is called on the command line. */
  String name();

  /** How it is planted. */
  Planting planting();

  /** The golden scenario that it breaks; none where seeds are to find it. */
  default Optional<Golden> golden() {
    return planting().golden();
  }

  /** The schedules that can find it; empty where any can. */
  default Optional<Profile> profile() {
    return Optional.empty();
  }

  /**
   * The production sources with the bug in them, by their paths.
   *
   * @param root of the repository
   */
  default Map<String, String> plantedIn(Path root) throws IOException {
    return planting().plantedIn(root);
  }

  /** All of them. */
  static List<Mutant> all() {
    return Stream.<Mutant[]>of(
            ControllerMutant.values(),
            MembershipMutant.values(),
            AgentMutant.values(),
            GroupMutant.values(),
            RecoveryMutant.values())
        .flatMap(Arrays::stream)
        .toList();
  }

  /**
   * By its name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Mutant named(String name) {
    return all().stream()
        .filter(mutant -> mutant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no mutant '"
                        + name
                        + "', expected one of "
                        + all().stream().map(Mutant::name).sorted().toList()));
  }
}
