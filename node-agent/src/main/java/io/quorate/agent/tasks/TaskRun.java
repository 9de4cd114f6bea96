package io.quorate.agent.tasks;

import io.quorate.command.Command;
import io.quorate.state.MemberIdentity;
import java.util.Optional;
import java.util.function.Supplier;

/** One attempt of a task: what a program is told, and where it tells how far it is. */
public final class TaskRun {
  private final Command task;
  private final long attempt;
  private final Optional<MemberIdentity> member;
  private final Optional<FencedMember> fenced;
  private final Supplier<Optional<String>> over;
  private volatile String progress = "begun";

  /**
   * An attempt.
   *
   * @param attempt which attempt of the task, from one
   * @param member the member on this node when it began
   */
  public TaskRun(Command task, long attempt, Optional<MemberIdentity> member) {
    this(task, attempt, member, Optional.empty());
  }

  /**
   * An attempt on a node whose member may be fenced.
   *
   * @param fenced the fenced member whose directory this node keeps
   */
  public TaskRun(
      Command task, long attempt, Optional<MemberIdentity> member, Optional<FencedMember> fenced) {
    this(task, attempt, member, fenced, Optional::empty);
  }

  /**
   * An attempt that may be over before it has ended.
   *
   * @param over why the command no longer stands
   */
  public TaskRun(
      Command task,
      long attempt,
      Optional<MemberIdentity> member,
      Optional<FencedMember> fenced,
      Supplier<Optional<String>> over) {
    this.over = over;
    this.task = task;
    this.attempt = attempt;
    this.member = member;
    this.fenced = fenced;
  }

  /** What is to be done. */
  public Command command() {
    return task;
  }

  /** Which attempt of the task this is, from one. */
  public long attempt() {
    return attempt;
  }

  /** The member on this node when the attempt began. */
  public Optional<MemberIdentity> member() {
    return member;
  }

  /** The fenced member whose directory this node keeps. */
  public Optional<FencedMember> fenced() {
    return fenced;
  }

  /**
   * Why the command no longer stands: its cancel, or a newer one. A program whose effect cannot be
   * stopped asks just before it begins.
   */
  public Optional<String> over() {
    return over.get();
  }

  /** Tells how far it is, for people. */
  public void tell(String how) {
    progress = how;
  }

  /** How far it is, for people. */
  public String progress() {
    return task.kind() + ": " + progress;
  }
}
