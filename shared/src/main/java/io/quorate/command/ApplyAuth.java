package io.quorate.command;

import io.quorate.spec.AuthSettings;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;

/**
 * Bring etcd's users, roles and permissions to what the spec asks for, or tell how they differ.
 *
 * @param header who is told, and by whom
 * @param auth what the spec asks for; it holds no secret
 * @param digest tells this state of the section, and of the agents' names, from another
 * @param change whether etcd is changed; else only passwords are, and the users that wait
 * @param agents the names of the agents' certificates, each of which needs the role root
 * @param waiting the users that were left out before, for their password could not be read
 * @param deadline how long it may take
 */
public record ApplyAuth(
    @Wire.Inline CommandHeader header,
    AuthSettings auth,
    String digest,
    boolean change,
    List<String> agents,
    List<String> waiting,
    @Wire.After("header") Duration deadline)
    implements Command {
  /** The outcome's value: whether access control is on. */
  public static final String ENABLED = "enabled";

  /** The outcome's value: etcd's revision of users and roles after it. */
  public static final String REVISION = "authRevision";

  /** The outcome's value: how etcd differs from the spec, for people; empty where it does not. */
  public static final String DIFFERS = "differs";

  /** The outcome's value: the users whose password could not be read or set, and why. */
  public static final String WAITING = "waiting";

  /** The outcome's value: why those wait, for people. */
  public static final String WHY = "why";

  public ApplyAuth {
    agents = List.copyOf(agents);
    waiting = List.copyOf(waiting);
  }

  @Override
  public CommandKind kind() {
    return CommandKind.APPLY_AUTH;
  }
}
