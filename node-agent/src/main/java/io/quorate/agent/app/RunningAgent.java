package io.quorate.agent.app;

/** The agent at work: the one seam between this program and the agent's logic. */
public interface RunningAgent {
  /** Works until closed or abandoned. */
  void run();

  /** Stops etcd cleanly within the spec's stopGrace, then the work. */
  void close();

  /** Stops the work and leaves etcd serving, for the next agent to adopt. */
  void abandon();

  /** What is known now; never blocks. */
  AgentSnapshot snapshot();
}
