package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.AuthSettings.Role;
import io.quorate.spec.AuthSettings.User;
import io.quorate.state.AuthWork;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Access control, as the spec asks for it and as etcd was seen to have it. */
public final class AuthText {
  private AuthText() {}

  /** For people. */
  public static String of(ClusterSummary summary) {
    Optional<AuthSettings> auth = declared(summary);
    if (auth.isEmpty()) {
      return "the spec has no section auth: access control is left as etcd has it\n";
    }
    StringBuilder text = new StringBuilder();
    AuthSettings asked = auth.get();
    text.append("asked for: ")
        .append(asked.enabled() ? "on" : "off")
        .append(asked.prune() ? ", prune" : "")
        .append(asked.enforce() ? ", enforce" : "")
        .append('\n');
    asked.roles().forEach(role -> text.append(role(role)));
    asked.users().forEach(user -> text.append(user(user)));
    text.append("in etcd:   ")
        .append(
            seen(summary)
                .map(
                    now ->
                        (now.enabled() ? "on" : "off")
                            + ", seen "
                            + Words.age(now.at(), summary.readAt())
                            + " ago, revision "
                            + now.revision())
                .orElse("nobody has looked yet"))
        .append('\n');
    text.append("differs:   ")
        .append(difference(summary).orElse(seen(summary).isEmpty() ? "not known yet" : "no"))
        .append('\n');
    return text.toString();
  }

  private static Optional<AuthSettings> declared(ClusterSummary summary) {
    return summary.spec().flatMap(stored -> stored.spec().auth());
  }

  private static Optional<AuthWork.Seen> seen(ClusterSummary summary) {
    return summary.status().flatMap(status -> status.tasks().auth().seen());
  }

  /** As the controller says it: it knows what was applied, and what is in the way. */
  private static Optional<String> difference(ClusterSummary summary) {
    return summary.status().map(Status::conditions).orElse(List.of()).stream()
        .filter(condition -> condition.type() == Condition.Type.AUTH_DIFFERS)
        .map(Condition::message)
        .findFirst();
  }

  private static String role(Role role) {
    StringBuilder text = new StringBuilder("  role ").append(role.name()).append('\n');
    role.permissions()
        .forEach(
            permission ->
                text.append("    ")
                    .append(permission.mode().word())
                    .append(' ')
                    .append(permission.range())
                    .append('\n'));
    return text.toString();
  }

  private static String user(User user) {
    return "  user "
        + user.name()
        + ": "
        + (user.roles().isEmpty() ? "no role" : String.join(", ", user.roles()))
        + user.password().map(from -> "; password from " + from).orElse("; by certificate")
        + '\n';
  }

  /** For programs. */
  public static Map<String, Object> json(ClusterSummary summary) {
    return Tree.builder()
        .with("cluster", summary.cluster())
        .withOptional("asked", declared(summary).map(AuthText::asked))
        .withOptional("seen", seen(summary).map(AuthText::seen))
        .withOptional("differs", difference(summary))
        .build();
  }

  private static Map<String, Object> asked(AuthSettings auth) {
    return Tree.builder()
        .with("enabled", auth.enabled())
        .with("prune", auth.prune())
        .with("enforce", auth.enforce())
        .with("roles", auth.roles().stream().map(AuthText::roleTree).toList())
        .with("users", auth.users().stream().map(AuthText::userTree).toList())
        .build();
  }

  private static Map<String, Object> roleTree(Role role) {
    return Tree.builder()
        .with("name", role.name())
        .with(
            "permissions",
            role.permissions().stream()
                .map(
                    permission ->
                        Tree.builder()
                            .with("mode", permission.mode().word())
                            .with("range", permission.range().toString())
                            .build())
                .toList())
        .build();
  }

  private static Map<String, Object> userTree(User user) {
    return Tree.builder()
        .with("name", user.name())
        .with("roles", user.roles())
        .withOptional(
            "passwordFrom", user.password().map(from -> Map.of(from.kind().word(), from.place())))
        .build();
  }

  private static Map<String, Object> seen(AuthWork.Seen seen) {
    return Tree.builder()
        .with("at", seen.at())
        .with("enabled", seen.enabled())
        .with("revision", seen.revision())
        .with("waiting", seen.waiting())
        .build();
  }
}
