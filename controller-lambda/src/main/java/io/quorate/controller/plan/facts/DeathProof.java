package io.quorate.controller.plan.facts;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/** Why a listed member is proven dead; silence is none of these (I7). */
public sealed interface DeathProof {
  /** The member that is dead. */
  MemberEntry member();

  /** The instance it lived on. */
  InstanceId instance();

  /**
   * EC2 has shown its instance terminated, or has forgotten it ({@link ForgottenInstances}).
   *
   * @param shown which of the two, for people
   */
  record InstanceTerminated(MemberEntry member, InstanceId instance, String shown)
      implements DeathProof {}

  /** Its own agent reports that its data cannot be used. */
  record DataUnusable(MemberEntry member, InstanceId instance, DataState data)
      implements DeathProof {}

  /**
   * The agent on its instance reports a disk that knows no such member, and all others miss it: the
   * disk was replaced or rolled back around a join.
   */
  record Forgotten(MemberEntry member, InstanceId instance, DataState data) implements DeathProof {}

  /** The instance whose own report proves it; empty where EC2's word does. */
  default Optional<InstanceId> reportedBy() {
    return switch (this) {
      case InstanceTerminated terminated -> Optional.empty();
      case DataUnusable unusable -> Optional.of(unusable.instance());
      case Forgotten forgotten -> Optional.of(forgotten.instance());
    };
  }

  /**
   * What rests on such a report. Data that is unusable stays so. A disk without a member may become
   * one, so an older row does not prove it.
   */
  default HeartbeatVersion heartbeatEvidence(Heartbeat report) {
    return switch (this) {
      case InstanceTerminated terminated -> HeartbeatVersion.of(report);
      case DataUnusable unusable -> HeartbeatVersion.of(report);
      case Forgotten forgotten -> HeartbeatVersion.now(report);
    };
  }

  /** For people. */
  default String why() {
    return switch (this) {
      case InstanceTerminated terminated -> terminated.shown();
      case DataUnusable unusable ->
          "the agent of " + instance() + " reports its data " + unusable.data();
      case Forgotten forgotten ->
          "the agent of "
              + instance()
              + " reports a disk that knows no such member (data "
              + forgotten.data()
              + ")";
    };
  }
}
