package io.quorate.agent.supervision;

import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Launch;
import java.util.Optional;

/**
 * What keeps etcd from being started for the moment. It is looked at again once a second.
 *
 * <ol>
 *   <li>Certificates that have not come, or a file of the spec that does not fit: nothing was
 *       executed, so that what runs first still does so once, when it can.
 *   <li>A directory that another process has locked: etcd would wait for the lock for ever, neither
 *       serving nor ending. The other process may write what it likes, so that the directory counts
 *       as used.
 * </ol>
 *
 * @param why for people
 * @param mayHaveUsed whether somebody may have written to the directory
 */
record StartObstacle(String why, boolean mayHaveUsed) {
  /** The first there is. */
  static Optional<StartObstacle> of(EtcdHost host, DataDisk disk, Launch launch) {
    return host.missing()
        .or(() -> host.unfit(launch.settings()))
        .map(why -> new StartObstacle(why, false))
        .or(() -> locked(disk, launch));
  }

  private static Optional<StartObstacle> locked(DataDisk disk, Launch launch) {
    return disk.inUse(launch.directory())
        ? Optional.of(
            new StartObstacle(
                "directory "
                    + launch.directory()
                    + " is held by another process, an etcd that is not this agent's: stop it; this"
                    + " one is started once the directory is free",
                true))
        : Optional.empty();
  }
}
