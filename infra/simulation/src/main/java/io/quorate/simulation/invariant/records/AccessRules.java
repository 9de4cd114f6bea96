package io.quorate.simulation.invariant.records;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthView;
import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.simulation.invariant.judge.AuthHistory;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Look;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.simulation.world.Strangers;
import io.quorate.spec.AuthSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Access control:
 *
 * <ol>
 *   <li>RIGHTS_KEPT: no change of Quorate's takes a right from a user that every section gives
 *       which stood lately, switching it on included;
 *   <li>AGENTS_ARE_ROOT: while it is on, the agents are root;
 *   <li>STRANGERS_OUT: who has no right is not served, once it is on, and in a generation that
 *       began when its agents had read that it is asked for;
 *   <li>SWITCHED_OFF: it is switched off by nobody's hand only where a section says so.
 * </ol>
 */
public final class AccessRules {
  private static final List<String> USERS = List.of("app", "report");
  private static final List<String> KEYS = List.of("w1", "x1");
  private static final List<AccessMode> MODES = List.of(AccessMode.READ, AccessMode.WRITE);

  private final SimCluster simCluster;
  private final AuthHistory history;
  private final Told rights;
  private final Told roots;
  private final Told strangers;
  private final Told switchedOff;

  /** One of the rules; it is told by the others' looks. */
  private static final class Told extends EventInvariant {
    Told(String name, SimWorld world) {
      super(name, world);
    }
  }

  public AccessRules(SimWorld world, SimCluster simCluster) {
    this.simCluster = simCluster;
    history = new AuthHistory(world, simCluster);
    rights = new Told("RIGHTS_KEPT", world);
    roots = new Told("AGENTS_ARE_ROOT", world);
    strangers = new Told("STRANGERS_OUT", world);
    switchedOff = new Told("SWITCHED_OFF", world);
    history.onChange(this::changed);
    simCluster.strangers().onServed(this::served);
  }

  /** What it judges, one invariant a rule. */
  public List<Invariant> invariants() {
    return List.of(
        new Look("access control", history::look), roots, rights, strangers, switchedOff);
  }

  private void served(Strangers.Served served) {
    history.look();
    if (simCluster.logsMayDiffer()) {
      return;
    }
    history
        .guarded(served.cluster(), served.askedAt())
        .ifPresent(
            why ->
                strangers.breaks(
                    "a client without a right was let do " + served.what() + ", though " + why));
  }

  private void changed(AuthStore before, AuthStore after, boolean byHand) {
    if (simCluster.logsMayDiffer()) {
      return;
    }
    if (after.enabled() && !isRoot(after)) {
      roots.breaks("access control is on, and user " + SimFleet.AGENT + " is not root: " + after);
    }
    List<AuthSettings> standing = history.standing();
    if (before.enabled()
        && !after.enabled()
        && !byHand
        && standing.stream().allMatch(AuthSettings::enabled)) {
      switchedOff.breaks("access control is switched off, which no section asks for");
    }
    List<AuthView> asked =
        standing.stream()
            .filter(AuthSettings::enabled)
            .map(auth -> auth.asked(Set.of(SimFleet.AGENT)))
            .toList();
    if (!asked.isEmpty() && !byHand) {
      lost(before, after, asked)
          .ifPresent(lost -> rights.breaks(lost + ", which every section gives; " + after));
    }
  }

  private static boolean isRoot(AuthStore store) {
    return Optional.ofNullable(store.users().get(SimFleet.AGENT))
        .filter(user -> user.roles().contains(AuthView.ROOT))
        .isPresent();
  }

  private static Optional<String> lost(AuthStore before, AuthStore after, List<AuthView> asked) {
    for (String user : USERS) {
      for (String key : KEYS) {
        for (AccessMode mode : MODES) {
          if (has(before, user, key, mode)
              && !has(after, user, key, mode)
              && asked.stream().allMatch(view -> gives(view, user, key, mode))) {
            return Optional.of("user " + user + " may no longer " + mode.word() + " " + key);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean has(AuthStore store, String user, String key, AccessMode mode) {
    return !store.enabled() || store.allows(user, KeyRange.one(key), mode);
  }

  private static boolean gives(AuthView view, String user, String key, AccessMode mode) {
    return view.rolesOf(user).stream()
        .anyMatch(
            role ->
                role.equals(AuthView.ROOT)
                    || view.grantsOf(role).entrySet().stream()
                        .anyMatch(
                            grant ->
                                grant.getKey().contains(key) && grant.getValue().includes(mode)));
  }
}
