package io.quorate.agent.run;

/**
 * How the loops ask for a look before its time. Each returns at once and may be called from any
 * thread; the look itself follows on the loop's own turn.
 *
 * @param etcd the own etcd's process is wanted otherwise than it is
 * @param steps the control record was read, or a task has ended
 * @param beat something is to be reported
 */
public record LoopWakeups(Runnable etcd, Runnable steps, Runnable beat) {
  /** Rings nowhere: for a driver that looks often enough. */
  public static LoopWakeups silent() {
    return new LoopWakeups(() -> {}, () -> {}, () -> {});
  }
}
