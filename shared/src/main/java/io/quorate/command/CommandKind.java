package io.quorate.command;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The kinds of command; each has one record, and one program in the agent. */
public enum CommandKind {
  /** Become a member: remove the own dead one, join as learner, catch up, promote. */
  JOIN(JoinCluster.class, Lane.MEMBERSHIP, CommandEffect.Promotes::new),
  /** Remove a dead member through the local etcd. */
  REMOVE_MEMBER(RemoveMember.class, Lane.MEMBERSHIP),
  /** Leave the cluster: remove the own member, stop etcd, archive its directory. */
  LEAVE(LeaveCluster.class, Lane.MEMBERSHIP, CommandEffect.Stops::new),
  /** Restart the own etcd with the settings of the spec, the leadership handed over before. */
  RESTART_MEMBER(RestartMember.class, Lane.MEMBERSHIP, CommandEffect.Restarts::new),
  /** Set a voter's peer URL back to where it listens. */
  SET_PEER_URL(SetPeerUrl.class, Lane.MEMBERSHIP),
  /** Stream a snapshot of the own etcd to the bucket. */
  TAKE_SNAPSHOT(TakeSnapshot.class, Lane.MAINTENANCE),
  /** Restore a snapshot in isolation and compare it with its manifest. */
  VERIFY_SNAPSHOT(VerifySnapshot.class, Lane.MAINTENANCE),
  /** Upload an archived directory that holds more than was recovered of it. */
  UPLOAD_DIRECTORY(UploadDirectory.class, Lane.MAINTENANCE),
  /** Compact the history up to a revision. */
  COMPACT(CompactHistory.class, Lane.MAINTENANCE),
  /** Download an etcd release, check it and keep it ready to be run. */
  PREPARE_RELEASE(PrepareRelease.class, Lane.MAINTENANCE),
  /** Defragment the own etcd's database, which answers nothing meanwhile. */
  DEFRAGMENT(DefragmentMember.class, Lane.MAINTENANCE, CommandEffect.Blocks::new),
  /** Tell the hash of the own member's keys at a revision. */
  COMPARE_DATA(CompareData.class, Lane.MAINTENANCE),
  /** Disarm NOSPACE, once there is room on every member. */
  DISARM_ALARM(DisarmAlarm.class, Lane.MAINTENANCE),
  /** Delete the archived directories that a verified snapshot covers. */
  PRUNE_DIRECTORIES(PruneDirectories.class, Lane.MAINTENANCE),
  /** Bring etcd's users and roles to what the spec asks for, or tell how they differ. */
  APPLY_AUTH(ApplyAuth.class, Lane.MAINTENANCE);

  private final Class<? extends Command> type;
  private final Lane lane;

  @SuppressWarnings("ImmutableEnumChecker") // A record's constructor.
  private final Optional<Function<InstanceId, CommandEffect>> effect;

  /** A kind that leaves its executor's etcd alone. */
  CommandKind(Class<? extends Command> type, Lane lane) {
    this.type = type;
    this.lane = lane;
    effect = Optional.empty();
  }

  /** A kind with an effect on its executor's etcd. */
  CommandKind(
      Class<? extends Command> type, Lane lane, Function<InstanceId, CommandEffect> effect) {
    this.type = type;
    this.lane = lane;
    this.effect = Optional.of(effect);
  }

  /** Its record. */
  public Class<? extends Command> type() {
    return type;
  }

  /** How it is carried out. */
  public Lane lane() {
    return lane;
  }

  /** Whether the executor's own etcd stops, restarts or starts with it. */
  public boolean stopsOwnEtcd() {
    return effect.isPresent() && lane == Lane.MEMBERSHIP;
  }

  /**
   * What it may do to the membership, in the order in which that takes place.
   *
   * @param removed the member that is removed, where one is
   */
  public List<CommandEffect> effects(InstanceId executor, Optional<MemberId> removed) {
    List<CommandEffect> effects = new ArrayList<>();
    removed.map(CommandEffect.Removes::new).ifPresent(effects::add);
    effect.map(on -> on.apply(executor)).ifPresent(effects::add);
    return List.copyOf(effects);
  }

  /** The kinds of a lane, in order. */
  public static Set<CommandKind> of(Lane lane) {
    Set<CommandKind> kinds = EnumSet.allOf(CommandKind.class);
    kinds.removeIf(kind -> kind.lane != lane);
    return Collections.unmodifiableSet(kinds);
  }
}
