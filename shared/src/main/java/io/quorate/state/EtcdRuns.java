package io.quorate.state;

import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.util.Optional;

/**
 * What an agent tells of the etcd that it supervises.
 *
 * @param installed the release of the installed binary; absent in rows of older agents
 * @param starts how often etcd was started for the member on this disk; the first start counts
 * @param refused why the agent does not start it; absent while it may
 * @param settings what it was last started with, as {@link io.quorate.spec.StartSettings} tells;
 *     absent while that is not known
 */
public record EtcdRuns(
    @Wire.Name("etcdInstalled") Optional<EtcdVersion> installed,
    @Wire.AddedLater @Wire.Name("etcdStarts") @Wire.Count long starts,
    @Wire.Name("etcdRefused") @Wire.Cut(Wire.WORDS) Optional<String> refused,
    @Wire.Name("etcdSettings") @Wire.Longest(Wire.ID) Optional<String> settings) {
  /** Nothing is told, as in a row of an older agent. */
  public static final EtcdRuns UNTOLD = new EtcdRuns(Optional.empty(), 0, Optional.empty());

  /** Of an etcd of which nobody knows what it was started with. */
  public EtcdRuns(Optional<EtcdVersion> installed, long starts, Optional<String> refused) {
    this(installed, starts, refused, Optional.empty());
  }
}
