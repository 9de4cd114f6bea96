package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;

/** The agent at work, as the end of its process and its pages see it. */
interface RunningAgent {
  /** Stops etcd cleanly within the spec's stopGrace, then the work. */
  void close();

  /** Stops the work and leaves etcd serving, for the next agent to adopt. */
  void abandon();

  /** What is known now; never blocks. */
  AgentSnapshot snapshot();
}
