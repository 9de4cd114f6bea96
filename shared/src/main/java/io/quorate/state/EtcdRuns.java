package io.quorate.state;

import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent tells of the etcd that it supervises.
 *
 * @param installed the release of the installed binary; absent in rows of older agents
 * @param starts how often etcd was started for the member on this disk; the first start counts
 * @param refused why the agent does not start it; absent while it may
 * @param settings what it was last started with, as {@link io.quorate.spec.StartSettings} tells;
 *     absent while that is not known
 * @param prepared the releases on this node beside the installed one, each checked and ready to run
 * @param recentEnds how often it ended unasked, or could not be started, within the last five
 *     minutes
 * @param damages how many members' data on this disk was found damaged
 */
public record EtcdRuns(
    @Wire.Name("etcdInstalled") Optional<EtcdVersion> installed,
    @Wire.AddedLater @Wire.Name("etcdStarts") @Wire.Count long starts,
    @Wire.Name("etcdRefused") @Wire.Cut(Wire.WORDS) Optional<String> refused,
    @Wire.Name("etcdSettings") @Wire.Longest(Wire.ID) Optional<String> settings,
    @Wire.Sparse @Wire.Name("etcdPrepared") @Wire.Longest(Wire.WORDS) Set<EtcdVersion> prepared,
    @Wire.Sparse @Wire.Name("etcdRecentEnds") @Wire.Count int recentEnds,
    @Wire.Sparse @Wire.Name("dataDamages") @Wire.Count long damages) {
  /** Nothing is told, as in a row of an older agent. */
  public static final EtcdRuns UNTOLD = new EtcdRuns(Optional.empty(), 0, Optional.empty());

  public EtcdRuns {
    prepared = Set.copyOf(prepared);
  }

  /** Of an etcd that has not ended. */
  public EtcdRuns(
      Optional<EtcdVersion> installed,
      long starts,
      Optional<String> refused,
      Optional<String> settings,
      Set<EtcdVersion> prepared) {
    this(installed, starts, refused, settings, prepared, 0, 0);
  }

  /** Of a node on which no release was prepared. */
  public EtcdRuns(
      Optional<EtcdVersion> installed,
      long starts,
      Optional<String> refused,
      Optional<String> settings) {
    this(installed, starts, refused, settings, Set.of());
  }

  /**
   * Whether this node can run a release; an older agent does not tell, and has nothing prepared.
   */
  public boolean has(EtcdVersion release) {
    return prepared.contains(release) || installed.filter(release::equals).isPresent();
  }

  /** Of an etcd of which nobody knows what it was started with. */
  public EtcdRuns(Optional<EtcdVersion> installed, long starts, Optional<String> refused) {
    this(installed, starts, refused, Optional.empty());
  }

  /** The same of an etcd that ended so often, on a disk whose data was damaged so often. */
  public EtcdRuns ended(int times, long damaged) {
    return new EtcdRuns(installed, starts, refused, settings, prepared, times, damaged);
  }
}
