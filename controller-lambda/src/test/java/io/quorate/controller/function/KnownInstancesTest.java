package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KnownInstancesTest {
  private static final Set<String> FLEET = Set.of("a", "b");
  private static final InstanceId OF_A = new InstanceId("i-a");
  private static final InstanceId OF_B = new InstanceId("i-b");
  private static final InstanceId FOREIGN = new InstanceId("i-foreign");

  private final Map<InstanceId, String> there = new HashMap<>(Map.of(OF_A, "a", OF_B, "b"));
  private final List<Set<String>> listings = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private boolean silent;
  private final KnownInstances known = new KnownInstances(new Groups(), this::listed, () -> now);

  @Test
  void asksForNothingWhenTurnsHaveDescribedEveryGroup() {
    known.group("a");
    known.group("b");

    for (int n = 0; n < 2_000; n++) {
      assertThat(known.groupOf(new InstanceId("i-foreign-" + n), FLEET)).isEmpty();
    }
    assertThat(known.groupOf(OF_A, FLEET)).contains("a");
    assertThat(known.groupOf(OF_B, FLEET)).contains("b");
    assertThat(listings).isEmpty();
  }

  @Test
  void listsOnceWhatNoTurnHasDescribed() {
    known.group("a");

    assertThat(known.groupOf(FOREIGN, FLEET)).isEmpty();
    assertThat(known.groupOf(OF_B, FLEET)).contains("b");
    assertThat(listings).containsExactly(Set.of("b"));
  }

  @Test
  void findsANewInstanceOnceItsGroupWasDescribedAgain() {
    known.group("a");
    known.group("b");
    InstanceId launched = new InstanceId("i-launched");
    there.put(launched, "a");

    assertThat(known.groupOf(launched, FLEET)).isEmpty();
    known.group("a"); // The launch's own event names the group, and so begins a turn.
    assertThat(known.groupOf(launched, FLEET)).contains("a");
    assertThat(listings).isEmpty();
  }

  @Test
  void listsAgainBeforeItCallsAnInstanceForeignByAnOldDescription() {
    known.group("a");
    known.group("b");
    InstanceId launched = new InstanceId("i-launched");
    there.put(launched, "b");
    now = now.plus(KnownInstances.KEPT);

    assertThat(known.groupOf(launched, FLEET)).contains("b");
    assertThat(listings).containsExactly(FLEET);
  }

  @Test
  void remembersAnInstanceThatItsGroupHasDropped() {
    known.group("a");
    known.group("b");
    there.remove(OF_A);
    known.group("a");

    assertThat(known.groupOf(OF_A, FLEET)).contains("a");

    now = now.plus(KnownInstances.REMEMBERED).plusSeconds(1);
    assertThat(known.groupOf(FOREIGN, FLEET)).isEmpty();
    assertThat(known.groupOf(OF_A, FLEET)).isEmpty();
  }

  @Test
  void callsNothingForeignThatItCouldNotAskFor() {
    silent = true;
    known.group("a");

    assertThatThrownBy(() -> known.groupOf(OF_A, FLEET)).hasMessage("throttled");

    silent = false;
    assertThat(known.groupOf(OF_A, FLEET)).contains("a");
    assertThat(listings).containsExactly(FLEET);
  }

  @Test
  void asksNothingWhereThereIsNoCluster() {
    assertThat(known.groupOf(FOREIGN, Set.of())).isEmpty();
    assertThat(listings).isEmpty();
  }

  @Test
  void passesOnWhatATurnAsksOfTheCloud() {
    assertThat(known.instances(List.of(OF_A))).containsEntry(OF_A, InstanceState.RUNNING);
    assertThat(known.unknown(List.of(FOREIGN))).contains(Set.of(FOREIGN));
    assertThat(known.addresses(List.of(OF_A))).containsEntry(OF_A, List.of("10.0.0.1"));
  }

  private Map<InstanceId, String> listed(Collection<String> groups) {
    if (silent) {
      throw new IllegalStateException("throttled");
    }
    listings.add(new TreeSet<>(groups));
    Map<InstanceId, String> found = new HashMap<>(there);
    found.values().retainAll(groups);
    return found;
  }

  private final class Groups implements CloudReader {
    @Override
    public GroupView group(String name) {
      if (silent) {
        return new GroupView.Unknown("throttled");
      }
      Map<InstanceId, String> lifecycles = new HashMap<>();
      there.forEach(
          (id, group) -> {
            if (group.equals(name)) {
              lifecycles.put(id, "InService");
            }
          });
      return new GroupView.Observed(1, lifecycles, List.of());
    }

    @Override
    public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
      return Map.of(OF_A, InstanceState.RUNNING);
    }

    @Override
    public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
      return Optional.of(Set.copyOf(ids));
    }

    @Override
    public Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
      return Map.of(OF_A, List.of("10.0.0.1"));
    }
  }
}
