package io.quorate.controller.plan;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.access.ApplyAuthPolicy;
import io.quorate.controller.plan.commands.CommandPolicy;
import io.quorate.controller.plan.membership.JoinPolicy;
import io.quorate.controller.plan.membership.LeavePolicy;
import io.quorate.controller.plan.membership.RemoveMemberPolicy;
import io.quorate.controller.plan.membership.SetPeerUrlPolicy;
import io.quorate.controller.plan.rollout.PrepareReleasePolicy;
import io.quorate.controller.plan.rollout.RestartMemberPolicy;
import io.quorate.controller.plan.sameness.CompareDataPolicy;
import io.quorate.controller.plan.snapshots.PruneDirectoriesPolicy;
import io.quorate.controller.plan.snapshots.TakeSnapshotPolicy;
import io.quorate.controller.plan.snapshots.UploadDirectoryPolicy;
import io.quorate.controller.plan.snapshots.VerifySnapshotPolicy;
import io.quorate.controller.plan.space.CompactPolicy;
import io.quorate.controller.plan.space.DefragmentPolicy;
import io.quorate.controller.plan.space.DisarmAlarmPolicy;
import io.quorate.request.RequestKind;
import java.util.Optional;
import java.util.stream.Stream;

/** The registry of all kinds of command. */
public final class CommandPolicies {
  private CommandPolicies() {}

  /** What the controller knows of a kind. */
  public static CommandPolicy of(CommandKind kind) {
    return switch (kind) {
      case JOIN -> new JoinPolicy();
      case REMOVE_MEMBER -> new RemoveMemberPolicy();
      case LEAVE -> new LeavePolicy();
      case RESTART_MEMBER -> new RestartMemberPolicy();
      case SET_PEER_URL -> new SetPeerUrlPolicy();
      case TAKE_SNAPSHOT -> new TakeSnapshotPolicy();
      case VERIFY_SNAPSHOT -> new VerifySnapshotPolicy();
      case UPLOAD_DIRECTORY -> new UploadDirectoryPolicy();
      case COMPACT -> new CompactPolicy();
      case PREPARE_RELEASE -> new PrepareReleasePolicy();
      case DEFRAGMENT -> new DefragmentPolicy();
      case COMPARE_DATA -> new CompareDataPolicy();
      case DISARM_ALARM -> new DisarmAlarmPolicy();
      case APPLY_AUTH -> new ApplyAuthPolicy();
      case PRUNE_DIRECTORIES -> new PruneDirectoriesPolicy();
    };
  }

  /** The kind that a request asks for; empty where it asks for none. */
  public static Optional<CommandPolicy> requested(RequestKind request) {
    return Stream.of(CommandKind.values())
        .map(CommandPolicies::of)
        .filter(policy -> policy.request().filter(request::equals).isPresent())
        .findFirst();
  }

  /** Whether the end of one command answers a request. */
  public static boolean answers(RequestKind request) {
    return requested(request).filter(CommandPolicy::answersRequest).isPresent();
  }
}
