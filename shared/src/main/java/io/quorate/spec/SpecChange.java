package io.quorate.spec;

import io.quorate.auth.AuthChange;
import io.quorate.auth.AuthDifference;
import io.quorate.auth.AuthView;
import io.quorate.spec.SpecField.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a new spec changes on a living cluster.
 *
 * @param changes every field whose value differs, in the order of the documentation
 * @param access what users and roles gain and lose, in the order in which it is applied
 */
public record SpecChange(List<FieldChange> changes, List<AuthChange> access) {
  public SpecChange {
    changes = List.copyOf(changes);
    access = List.copyOf(access);
  }

  /**
   * One field's change.
   *
   * @param before the old value as the tree writes it; empty where there was none
   * @param after the new value; empty where there is none
   */
  public record FieldChange(
      String path, Optional<Object> before, Optional<Object> after, Effect effect) {}

  /** Compares two specs, each sound on its own. */
  public static SpecChange between(ClusterSpec before, ClusterSpec after) {
    List<FieldChange> changes = new ArrayList<>();
    for (SpecField<?> field : SpecFields.ALL) {
      Optional<Object> old = field.written(before);
      Optional<Object> desired = field.written(after);
      if (!old.equals(desired)) {
        changes.add(new FieldChange(field.path(), old, desired, field.effect()));
      }
    }
    return new SpecChange(changes, access(before, after));
  }

  private static List<AuthChange> access(ClusterSpec before, ClusterSpec after) {
    return after
        .auth()
        .map(
            asked ->
                AuthDifference.between(
                        before.auth().map(SpecChange::view).orElseGet(AuthView::nothing),
                        view(asked),
                        Set.of(),
                        asked.prune())
                    .changes())
        .orElse(List.of());
  }

  private static AuthView view(AuthSettings auth) {
    return auth.asked(List.of());
  }

  /**
   * The changes that may not be made after the bootstrap, each with the way out; empty if all may.
   */
  public static List<SpecError> check(ClusterSpec before, ClusterSpec after) {
    List<SpecError> errors = new ArrayList<>();
    for (FieldChange change : between(before, after).changes()) {
      if (change.effect() == Effect.NEVER) {
        errors.add(
            SpecError.of(
                change.path(),
                change.after().orElse("nothing"),
                "cannot change after the bootstrap, expected "
                    + change.before().orElse("nothing")
                    + "; make a new cluster and copy the data over, or put the old value back"));
      }
    }
    version(before.etcd().version(), after.etcd().version()).ifPresent(errors::add);
    return errors;
  }

  /** Sentences about changes that are allowed but do nothing, or nothing at once. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (FieldChange change : changes) {
      switch (change.effect()) {
        case BOOTSTRAP_ONLY ->
            notes.add(
                change.path()
                    + " was only read at the bootstrap;"
                    + " set the group's desired capacity instead");
        case ETCD_RESTART ->
            notes.add(
                change.path()
                    + " is rolled out: the members restart their etcd one after the other, the leader"
                    + " last; a cluster of one or two restarts by hand");
        case AT_ONCE, NEVER -> {}
      }
    }
    return notes;
  }

  private static Optional<SpecError> version(EtcdVersion before, EtcdVersion after) {
    return after.major() == before.major() && Math.abs(after.minor() - before.minor()) <= 1
        ? Optional.empty()
        : Optional.of(
            SpecError.of(
                EtcdFields.VERSION.path(),
                after.toString(),
                "skips a release line after " + before + "; go one line at a time"));
  }
}
