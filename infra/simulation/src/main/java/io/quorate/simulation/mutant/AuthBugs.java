package io.quorate.simulation.mutant;

import io.quorate.auth.AuthChange;
import io.quorate.auth.AuthDifference;
import io.quorate.simulation.mutant.Swap.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What planted bugs make of the calls that turn etcd's access control into what is asked for. */
final class AuthBugs {
  private AuthBugs() {}

  /** What is taken comes first. */
  static Object revokedFirst(Call call) {
    AuthDifference found = found(call);
    return new AuthDifference(
        Stream.concat(
                found.changes().stream().filter(AuthBugs::takes),
                found.changes().stream().filter(change -> !takes(change)))
            .toList(),
        found.kept());
  }

  private static boolean takes(AuthChange change) {
    return change instanceof AuthChange.RevokeRole || change instanceof AuthChange.Revoke;
  }

  /** It is switched on right after root has its role, which etcd itself asks for. */
  static Object enabledEarly(Call call) {
    AuthDifference found = found(call);
    List<AuthChange> changes = new ArrayList<>(found.changes());
    int root = changes.indexOf(new AuthChange.GrantRole("root", "root"));
    if (root >= 0 && changes.remove(new AuthChange.Enable())) {
      changes.add(root + 1, new AuthChange.Enable());
    }
    return new AuthDifference(changes, found.kept());
  }

  private static AuthDifference found(Call call) {
    return (AuthDifference) Objects.requireNonNull(call.returned());
  }
}
