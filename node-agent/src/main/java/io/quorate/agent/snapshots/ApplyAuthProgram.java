package io.quorate.agent.snapshots;

import io.quorate.agent.port.AuthApi;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.AuthDifference;
import io.quorate.auth.AuthView;
import io.quorate.auth.KeyRange;
import io.quorate.command.ApplyAuth;
import io.quorate.secrets.Secrets;
import io.quorate.spec.AuthSettings.User;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings etcd's users, roles and permissions to what the spec asks for:
 *
 * <ol>
 *   <li>passwords are read from their files and secrets; a user whose password cannot be read is
 *       left out;
 *   <li>what etcd has now is read, and {@link AuthDifference} tells the calls that are left; each
 *       is made only while the command stands, and one that finds its effect there is as good;
 *   <li>access control is switched on only once every agent is seen to be a user with role root;
 *   <li>passwords are tried, and set where they are wrong: each change makes tokens void;
 *   <li>what etcd has is read again, and told.
 * </ol>
 *
 * <p>After a crash all of it begins anew. Without the word to change, only the last three are done,
 * and the users are added that were left out before.
 */
public final class ApplyAuthProgram {
  private static final Logger LOG = LoggerFactory.getLogger(ApplyAuthProgram.class);
  private static final int TOLD = 700;

  /** What etcd says where the effect of a call is there. */
  private static final List<String> THERE =
      List.of(
          "already exist",
          "already granted",
          "is not granted",
          "name not found",
          "authentication is not enabled");

  private final Supplier<AuthApi> own;
  private final Secrets secrets;
  private final LongSupplier nanos;
  private final BooleanSupplier interrupted;

  /**
   * Works with the own etcd.
   *
   * @param own opens it
   * @param nanos the time, for deadlines
   * @param interrupted whether the attempt was told to end
   */
  public ApplyAuthProgram(
      Supplier<AuthApi> own, Secrets secrets, LongSupplier nanos, BooleanSupplier interrupted) {
    this.own = own;
    this.secrets = secrets;
    this.nanos = nanos;
    this.interrupted = interrupted;
  }

  /** What an attempt comes to. */
  public TaskResult result(TaskRun run, ApplyAuth command) {
    try {
      return run(run, command);
    } catch (TaskFailedException e) {
      return e.result();
    }
  }

  TaskResult run(TaskRun run, ApplyAuth command) throws TaskFailedException {
    try (AuthApi etcd = own.get()) {
      Optional<String> foreign = foreign(run, Failures.answered("its status", etcd::member));
      if (foreign.isPresent()) {
        return new TaskResult.Bad(foreign.get() + "; nothing was changed");
      }
      return new Attempt(run, command, etcd).run();
    }
  }

  private static Optional<String> foreign(TaskRun run, MemberStatus status) {
    Optional<MemberIdentity> member = run.member();
    return member
            .filter(own -> own.clusterId().equals(status.clusterId()))
            .filter(own -> own.memberId().equals(status.memberId()))
            .isPresent()
        ? Optional.empty()
        : Optional.of(
            "the etcd at the own address is member %s of cluster %s, the own one is %s"
                .formatted(
                    status.memberId(),
                    status.clusterId(),
                    member.map(Object::toString).orElse("none")));
  }

  /** One attempt; it holds passwords, and ends with the command. */
  private final class Attempt {
    private final TaskRun run;
    private final ApplyAuth command;
    private final AuthApi etcd;
    private final long end;
    private final Set<String> agents;
    private final Map<String, String> passwords = new HashMap<>();
    private final Map<String, String> waiting = new TreeMap<>();
    private int made;

    Attempt(TaskRun run, ApplyAuth command, AuthApi etcd) {
      this.run = run;
      this.command = command;
      this.etcd = etcd;
      end = nanos.getAsLong() + command.deadline().toNanos();
      agents = new TreeSet<>(command.agents());
    }

    TaskResult run() throws TaskFailedException {
      readPasswords();
      AuthView before = view();
      AuthDifference first = difference(before);
      run.tell(first.changes().size() + " changes");
      for (AuthChange change : first.changes()) {
        if (command.change() || waited(change)) {
          make(change);
        }
      }
      AuthView after = view();
      if (after.enabled()) {
        setPasswords(after);
      }
      AuthDifference left = difference(after);
      if (command.change() && !left.changes().isEmpty()) {
        throw Failures.other("somebody else changes it, too: " + words(left.changes()));
      }
      return told(after.enabled(), left);
    }

    private AuthDifference difference(AuthView now) {
      AuthView asked = command.auth().asked(command.agents());
      for (User user : command.auth().users()) {
        // Of a user that is there only the password waits.
        if (waiting.containsKey(user.name()) && !now.users().containsKey(user.name())) {
          asked = asked.without(user.name());
        }
      }
      return AuthDifference.between(now, asked, agents, command.auth().prune());
    }

    /** Whether it is about a user that the spec asked for before, and that could not be added. */
    private boolean waited(AuthChange change) {
      return switch (change) {
        case AuthChange.AddUser(String user) -> command.waiting().contains(user);
        case AuthChange.GrantRole(String user, String role) -> command.waiting().contains(user);
        default -> false;
      };
    }

    private void readPasswords() {
      for (User user : command.auth().users()) {
        user.password()
            .ifPresent(
                from -> {
                  switch (UserPassword.read(from, secrets)) {
                    case UserPassword.Found(String password) ->
                        passwords.put(user.name(), password);
                    case UserPassword.Unreadable(String why) -> waiting.put(user.name(), why);
                  }
                });
      }
    }

    private void make(AuthChange change) throws TaskFailedException {
      stands();
      if (change instanceof AuthChange.Enable) {
        everyAgentIsRoot();
      }
      Optional<String> password = change.subject().map(passwords::get);
      Reply<Boolean> reply = etcd.make(change, password);
      String words = reply.words();
      if (reply.answer().isEmpty() && THERE.stream().noneMatch(words::contains)) {
        throw Failures.etcd("etcd did not " + change.words() + ": " + words);
      }
      made++;
      run.tell(change.words());
      LOG.info("event=access-control-changed command={} change=\"{}\"", id(), change.words());
    }

    private String id() {
      return command.header().id();
    }

    /** Nothing is changed for a command that no longer stands: another one may be under way. */
    private void stands() throws TaskFailedException {
      Optional<String> over =
          nanos.getAsLong() > end ? Optional.of("its deadline has passed") : run.over();
      if (over.isPresent() || interrupted.getAsBoolean()) {
        throw Failures.other(
            "stopped after %d changes: %s".formatted(made, over.orElse("it was interrupted")));
      }
    }

    /** By what etcd has now: an agent that is not root could do nothing any more. */
    private void everyAgentIsRoot() throws TaskFailedException {
      if (agents.isEmpty()) {
        throw Failures.other("not switched on: the names of the agents are not known");
      }
      AuthView now = view();
      Set<String> needed = new TreeSet<>(agents);
      needed.add(AuthView.ROOT);
      needed.removeIf(user -> now.rolesOf(user).contains(AuthView.ROOT));
      if (!needed.isEmpty()) {
        throw Failures.other("not switched on: no user with role root: " + needed);
      }
    }

    private void setPasswords(AuthView now) throws TaskFailedException {
      for (Map.Entry<String, String> each : passwords.entrySet()) {
        if (now.users().containsKey(each.getKey())) {
          setPassword(each.getKey(), each.getValue());
        }
      }
      for (User user : command.auth().users()) {
        if (user.password().isEmpty() && now.users().containsKey(user.name())) {
          hasNone(user.name());
        }
      }
    }

    /** A password that the spec does not know would open what a certificate is asked for. */
    private void hasNone(String user) throws TaskFailedException {
      String nobodys = UUID.randomUUID().toString();
      AuthApi.Password found =
          Failures.answered("whether a user has a password", () -> etcd.tries(user, nobodys));
      if (found == AuthApi.Password.WRONG) {
        waiting.put(
            user,
            "etcd has a password for this user, the spec has none, and etcd takes none away; delete"
                + " the user (etcdctl user delete), and it is added without one");
      }
    }

    private void setPassword(String user, String password) throws TaskFailedException {
      AuthApi.Password found =
          Failures.answered("whether a password is right", () -> etcd.tries(user, password));
      switch (found) {
        case RIGHT, UNKNOWN -> {}
        case NONE ->
            waiting.put(
                user,
                "etcd has this user without a password and can give it none; delete the user"
                    + " (etcdctl user delete), and it is added with its password");
        case WRONG -> {
          stands();
          Reply<Boolean> reply = etcd.setPassword(user, password);
          if (reply.answer().isEmpty()) {
            throw Failures.etcd("etcd did not set the password of user " + user);
          }
          made++;
          LOG.info(
              "event=access-control-changed command={} change=\"set password of {}\"", id(), user);
        }
      }
    }

    private AuthView view() throws TaskFailedException {
      AuthApi.Status status = Failures.answered("its access control", etcd::status);
      Map<String, Map<KeyRange, AccessMode>> roles = new HashMap<>();
      for (String role : Failures.answered("its roles", etcd::roles)) {
        roles.put(role, Failures.answered("role " + role, () -> etcd.grantsOf(role)));
      }
      Map<String, Set<String>> users = new HashMap<>();
      for (String user : Failures.answered("its users", etcd::users)) {
        users.put(user, new HashSet<>(Failures.answered("user " + user, () -> etcd.rolesOf(user))));
      }
      return AuthView.of(status.enabled(), roles, users);
    }

    private TaskResult told(boolean enabled, AuthDifference left) throws TaskFailedException {
      AuthApi.Status status = Failures.answered("its access control", etcd::status);
      List<String> differs = new ArrayList<>();
      left.changes().forEach(change -> differs.add("it would take to " + change.words()));
      left.kept().forEach(kept -> differs.add(kept + " is not in the spec"));
      Map<String, Object> values = new HashMap<>();
      values.put(ApplyAuth.ENABLED, enabled);
      values.put(ApplyAuth.REVISION, status.revision());
      values.put(ApplyAuth.DIFFERS, cut(differs));
      values.put(ApplyAuth.WAITING, String.join(" ", waiting.keySet()));
      values.put(
          ApplyAuth.WHY,
          cut(waiting.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList()));
      String how = "access control is " + (enabled ? "on" : "off");
      return new TaskResult.Done(
          how
              + changes(left)
              + (differs.isEmpty() ? "" : "; it differs: " + cut(differs))
              + (waiting.isEmpty() ? "" : "; not as asked for: " + waiting.keySet()),
          values);
    }

    private String changes(AuthDifference left) {
      return switch (made) {
        case 0 ->
            left.changes().isEmpty() ? "; nothing was to be changed" : "; nothing was changed";
        case 1 -> "; 1 change was made";
        default -> "; " + made + " changes were made";
      };
    }

    private static String words(List<AuthChange> changes) {
      return cut(changes.stream().map(AuthChange::words).toList());
    }

    private static String cut(List<String> all) {
      String text = all.stream().collect(Collectors.joining("; "));
      return text.length() > TOLD ? text.substring(0, TOLD) + "… (" + all.size() + ")" : text;
    }
  }
}
