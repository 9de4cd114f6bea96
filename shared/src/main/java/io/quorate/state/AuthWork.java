package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was done for the access control that the spec asks for, in this generation.
 *
 * @param applied the state of the spec's section that was applied last; empty from the moment at
 *     which another one begins to be applied, for what fails may have changed a part
 * @param seen what the latest look found
 */
public record AuthWork(Optional<String> applied, Optional<Seen> seen) {
  /** Nothing was done. */
  public static final AuthWork NONE = new AuthWork(Optional.empty(), Optional.empty());

  /**
   * What etcd had.
   *
   * @param at when it was told, by the controller's clock
   * @param enabled whether access control is on
   * @param revision etcd's revision of users and roles
   * @param differs how it differs from the spec, for people; empty where it does not
   * @param waiting the users that are left out, or whose password is not set
   * @param why why those wait, for people
   */
  public record Seen(
      Instant at,
      boolean enabled,
      @Wire.Count long revision,
      @Wire.Cut(Wire.WORDS) String differs,
      @Wire.Sparse List<String> waiting,
      @Wire.Sparse @Wire.Cut(Wire.WORDS) String why) {
    public Seen {
      waiting = List.copyOf(waiting);
    }
  }

  /** The same once this state of the section begins to be applied. */
  public AuthWork beginning(String digest) {
    return new AuthWork(applied.filter(digest::equals), seen);
  }

  /** The same after a look, which also applied the section where a state of it is given. */
  public AuthWork saw(Seen now, Optional<String> digest) {
    return new AuthWork(digest.or(() -> applied), Optional.of(now));
  }
}
